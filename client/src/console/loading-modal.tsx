import { Modal } from '../ui/modal.tsx';
import { ErrorState, Skeletons } from '../ui/states.tsx';

interface LoadingModalProps {
  title: string;
  query: { isError: boolean; refetch: () => unknown };
  loading: string;
  failed: string;
  className: string;
  onClose: () => void;
}

/** In the place of a dialog whose content has not been read. */
export function LoadingModal({ title, query, loading, failed, className, onClose }: LoadingModalProps) {
  return (
    <Modal title={title} onClose={onClose}>
      {query.isError ? (
        <ErrorState isWhole message={failed} onRetry={() => void query.refetch()} />
      ) : (
        <Skeletons text={loading} count={3} className={className} />
      )}
    </Modal>
  );
}
