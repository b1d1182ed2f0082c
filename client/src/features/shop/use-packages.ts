import { useQuery } from '@tanstack/react-query';
import { callAll } from '../../lib/calls.ts';
import { readQuery } from '../../lib/read-query.ts';

export const usePackages = () =>
  useQuery(readQuery(['packages'], (signal) => callAll('GET /bidShop/all', signal)));
