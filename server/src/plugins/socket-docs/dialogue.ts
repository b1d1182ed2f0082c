import { ROOM_JOIN, ROOM_STATE, SOCKET_CALL, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { socketExamples } from '@copup/shared/socket-examples.ts';

interface Step {
  text: string;
  /** What the client sends and receives, in order. */
  messages: readonly (readonly ['sends' | 'receives', string])[];
}

/** From sign-in to the first bid, with every message as it is on the wire, from the examples of the events. */
export function dialogue(publicUrl: string): Step[] {
  const { [ROOM_JOIN]: join, [SOCKET_CALL]: call, [ROOM_STATE]: state } = socketExamples;
  const event = (prefix: string, ...parts: unknown[]) => `${prefix}${JSON.stringify(parts)}`;
  const login = { email: 'ada@example.com', password: 'a long passphrase' };
  return [
    {
      text: 'Sign in over HTTP. The reply has the token.',
      messages: [
        [
          'sends',
          `POST ${publicUrl}/api/auth/login\ncontent-type: application/json\n\n${JSON.stringify(login)}`,
        ],
        ['receives', '{"message":"Login successful","token":"TOKEN",…}'],
      ],
    },
    {
      text: 'Open the websocket, and send the token in the connect packet. The server answers with the id of the socket, or with 44 and the reason.',
      messages: [
        ['sends', `GET ${publicUrl.replace(/^http/, 'ws')}${SOCKET_PATH}/?EIO=4&transport=websocket`],
        ['receives', '0{"sid":"…","upgrades":[],"pingInterval":25000,"pingTimeout":20000,…}'],
        ['sends', `40${JSON.stringify({ token: 'TOKEN' })}`],
        ['receives', '40{"sid":"…"}'],
      ],
    },
    {
      text: 'Join the room of an auction. The number after 42 comes back after 43 in the acknowledgement, which has the state.',
      messages: [
        ['sends', event('421', ROOM_JOIN, join.payload)],
        ['receives', event('431', join.ack)],
      ],
    },
    {
      text: 'Bid the next price. The key makes the bid once, however often it is sent. The receipt is the acknowledgement.',
      messages: [
        ['sends', event('422', SOCKET_CALL, call.payload)],
        ['receives', event('432', call.ack)],
      ],
    },
    {
      text: 'All members of the room receive its new state. Keep the highest (epoch, version).',
      messages: [['receives', event('42', ROOM_STATE, state.payload)]],
    },
    {
      text: 'Answer each ping, or the server closes the socket.',
      messages: [
        ['receives', '2'],
        ['sends', '3'],
      ],
    },
  ];
}
