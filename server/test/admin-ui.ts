import { instrument } from '@socket.io/admin-ui';
import { Server } from 'socket.io';

// Preloaded by `npm run dev`: adds the namespace `/admin` to which https://admin.socket.io connects.
const { attach } = Server.prototype;
Server.prototype.attach = function (...args) {
  instrument(this, { auth: false, mode: 'development' });
  return attach.apply(this, args);
};
