import { createElement, type ReactElement, type SVGProps } from 'react';

export type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

const namedBy = /^(aria-.*|role|title)$/;

/**
 * Creates an icon of lucide-react from its shapes. The build puts it in the place of the package's own function, which reads
 * defaults from a context and names each icon in its classes (build/smaller-libraries.ts).
 */
export function createIcon(shapes: readonly Shape[]): (props: IconProps) => ReactElement {
  return ({ size = 24, children, ...props }) => {
    const isNamed = Object.entries(props).some(([name, value]) => namedBy.test(name) && value != null);
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': isNamed || children ? undefined : 'true',
        ...props,
      },
      ...shapes.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    );
  };
}
