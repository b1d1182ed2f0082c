import { useQuery } from '@tanstack/react-query';
import { listPackages } from './api.ts';

export const usePackages = () =>
  useQuery({ queryKey: ['packages'], queryFn: ({ signal }) => listPackages(signal) });
