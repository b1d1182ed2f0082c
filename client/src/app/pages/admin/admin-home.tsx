import { Navigate } from 'react-router-dom';

export function Page() {
  return <Navigate to="auctions" replace />;
}
