import { QRCodeSVG } from 'qrcode.react';

interface QrCodeProps {
  value: string;
  /** What the code contains, for screen readers. */
  title: string;
}

/** A QR code, dark on white in both themes, as large as its box. */
export function QrCode({ value, title }: QrCodeProps) {
  return (
    <QRCodeSVG
      value={value}
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#0f1530"
      title={title}
      className="size-full"
    />
  );
}
