// Joins rooms of a Copup server over a plain websocket: Socket.IO 5 over Engine.IO 4, as far as rooms need it.
// Frames: 0 open, 2 ping, 3 pong, 40 connect, 42 event, 43 acknowledgement, 44 refused. It uses nothing but `send`.

/** Returns the address of the websocket of a server. */
export function socketUrl(server) {
  return `${server.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`;
}

/**
 * Returns the handler of the socket's messages. `send` sends a text; `onJoined` receives whether each room was joined;
 * `onState` receives each state of a room; `onRefused` the reason of a refused connection.
 */
export function roomClient({ send, token, rooms, onJoined, onState, onRefused }) {
  return function receive(text) {
    if (text[0] === '0') send(`40${JSON.stringify({ token })}`);
    else if (text === '2') send('3');
    else if (text.startsWith('40')) send(`420${JSON.stringify(['room:join', { rooms }])}`);
    else if (text.startsWith('44')) onRefused(JSON.parse(text.slice(2)));
    else if (text.startsWith('430')) onJoined(JSON.parse(text.slice(3))[0].rooms);
    else if (text.startsWith('42')) {
      const [event, frame] = JSON.parse(text.slice(2));
      if (event === 'room:state') onState(frame);
    }
  };
}
