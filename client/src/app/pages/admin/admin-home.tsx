import { Navigate } from 'react-router-dom';

export function Page() {
  return <Navigate to="overview" replace />;
}
