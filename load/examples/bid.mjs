// Signs in, joins the room of an auction, bids the next price once and prints each state until Ctrl-C:
// node bid.mjs URL EMAIL PASSWORD AUCTION
// Needs Node.js 22 and no package. The page /docs/sockets of the server explains the packets.
const [url, email, password, auction] = process.argv.slice(2);
const room = `auction:${auction}`;
const waiting = [];

async function signIn() {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token, message } = await reply.json();
  if (!token) throw new Error(message);
  return token;
}

const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`);

/** Sends an event, and resolves with its acknowledgement. */
const emit = (event, payload) =>
  new Promise((resolve) => {
    socket.send(`42${waiting.push(resolve) - 1}${JSON.stringify([event, payload])}`);
  });
const print = (what, { price, leader }) => console.log(`${what}: ${price} coins, leader ${leader ?? 'none'}`);

async function play() {
  const [joined] = (await emit('room:join', { rooms: [room] })).rooms;
  if (!joined.ok) throw new Error(joined.message);
  print('joined', joined.state);
  const bid = await emit('call', {
    call: 'POST /auction/bid/:id',
    params: { id: Number(auction) },
    body: {},
    key: crypto.randomUUID(),
  });
  console.log(bid.ok ? `bid: ${bid.reply.price} coins` : `refused: ${bid.message}`);
}

const signedIn = signIn();
socket.addEventListener('close', () => process.exit(1));
socket.addEventListener('message', async ({ data }) => {
  const [packet, id = '', json = 'null'] = /^(\d?\d)(\d*)(.*)$/s.exec(data)?.slice(1) ?? [];
  if (data.startsWith('0')) socket.send(`40${JSON.stringify({ token: await signedIn })}`);
  else if (data === '2') socket.send('3');
  else if (packet === '40') await play();
  else if (packet === '43') waiting[Number(id)](JSON.parse(json)[0]);
  else if (packet === '44') throw new Error(JSON.parse(json).message);
  else if (packet === '42') {
    const [event, frame] = JSON.parse(json);
    if (event === 'room:state') print('state', frame.state);
  }
});
