// k6: k6 run k6.js, beside tokens.csv and room-client.js.
// Each virtual user is a player: it joins the room of its auction and bids once a second.
import { check } from 'k6';
import { SharedArray } from 'k6/data';
import http from 'k6/http';
import { Counter, Trend } from 'k6/metrics';
import { clearInterval, setInterval, setTimeout } from 'k6/timers';
import { WebSocket } from 'k6/websockets';
import { roomClient, socketUrl } from './room-client.js';

const url = __ENV.URL || 'http://localhost:3000';
const seconds = Number(__ENV.SECONDS || 20);
const players = new SharedArray('players', () =>
  open('./tokens.csv')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [token, auction, username] = line.split(',');
      return { token, auction: Number(auction), username };
    }),
);
const states = new Counter('room_states');
const toOwnPrice = new Trend('bid_to_own_price_or_later', true);

export const options = {
  scenarios: {
    players: {
      executor: 'per-vu-iterations',
      vus: players.length,
      iterations: 1,
      maxDuration: `${seconds + 30}s`,
    },
  },
  thresholds: { checks: ['rate>0.99'], bid_to_own_price_or_later: ['p(99)<1000'] },
};

export default function play() {
  const { token, auction, username } = players[(__VU - 1) % players.length];
  const socket = new WebSocket(socketUrl(url));
  // Accepted bids whose price or a later one has not arrived yet, and the last bid that a state had.
  let waiting = [];
  let shown = 0;
  const settle = () => {
    for (const { seq, sentAt } of waiting) if (seq <= shown) toOwnPrice.add(Date.now() - sentAt);
    waiting = waiting.filter(({ seq }) => seq > shown);
  };

  // Asynchronous, because frames of the socket arrive meanwhile.
  async function bid() {
    const sentAt = Date.now();
    const reply = await http.asyncRequest('POST', `${url}/api/auction/bid/${auction}`, null, {
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': `${username}-${sentAt}` },
      // The rules refuse, for example, a bid of the leader.
      responseCallback: http.expectedStatuses(200, 409),
    });
    check(reply, { 'the bid was decided': ({ status }) => status === 200 || status === 409 });
    if (reply.status !== 200) return;
    waiting.push({ seq: reply.json('seq'), sentAt });
    settle();
  }

  const receive = roomClient({
    send: (text) => socket.send(text),
    token,
    rooms: [`auction:${auction}`],
    onRefused: ({ message }) => check(message, { 'the server admits the socket': () => false }),
    onJoined([{ ok }]) {
      check(ok, { 'the room was joined': (isJoined) => isJoined });
      const bids = setInterval(bid, 1000);
      setTimeout(() => {
        clearInterval(bids);
        socket.close();
      }, seconds * 1000);
    },
    onState({ state }) {
      states.add(1);
      shown = Math.max(shown, state.seq);
      settle();
    },
  });
  socket.addEventListener('message', ({ data }) => receive(data));
}
