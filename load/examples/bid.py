"""Signs in, joins the room of an auction, bids the next price once and prints each state until Ctrl-C:
python3 bid.py URL EMAIL PASSWORD AUCTION
Needs Python 3.8 and no package. The page /docs/sockets of the server explains the packets."""
import base64, json, os, socket, ssl, struct, sys, urllib.parse, urllib.request, uuid

url, email, password, auction = sys.argv[1:]
login = json.dumps({"email": email, "password": password}).encode()
request = urllib.request.Request(f"{url}/api/auth/login", login, {"content-type": "application/json"})
with urllib.request.urlopen(request) as reply:
    token = json.load(reply)["token"]

server = urllib.parse.urlsplit(url)
connection = socket.create_connection((server.hostname, server.port or {"http": 80, "https": 443}[server.scheme]))
if server.scheme == "https":
    connection = ssl.create_default_context().wrap_socket(connection, server_hostname=server.hostname)
connection.sendall(f"""GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {server.netloc}\r\nUpgrade: websocket\r
Connection: Upgrade\r\nSec-WebSocket-Version: 13\r
Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n""".encode())
stream = connection.makefile("rb")
if b" 101 " not in stream.readline() or not all(iter(stream.readline, b"\r\n")):
    sys.exit("The server opened no websocket.")

def send(text, opcode=1):
    mask, data = os.urandom(4), text.encode()
    size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
    masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
    connection.sendall(bytes([128 | opcode]) + size + mask + masked)

def receive():
    opcode, size = (byte & 127 for byte in stream.read(2) or sys.exit("The server closed the websocket."))
    if size > 125:
        size = struct.unpack("!H" if size == 126 else "!Q", stream.read(2 if size == 126 else 8))[0]
    text = stream.read(size).decode()
    if opcode == 9:
        send(text, 10)
    return text if opcode == 1 else receive()

def show(what, state):
    print(f"{what}: {state['price']} coins, leader {state['leader'] or 'none'}", flush=True)

bid = {"call": "POST /auction/bid/:id", "params": {"id": int(auction)}, "body": {}, "key": str(uuid.uuid4())}
while packet := receive():
    if packet[0] == "0":
        send("40" + json.dumps({"token": token}))
    elif packet == "2":
        send("3")
    elif packet[:2] == "40":
        send("420" + json.dumps(["room:join", {"rooms": [f"auction:{auction}"]}]))
    elif packet[:2] == "44":
        sys.exit(json.loads(packet[2:])["message"])
    elif packet[:3] == "430":
        [joined] = json.loads(packet[3:])[0]["rooms"]
        show("joined", joined["state"]) if joined["ok"] else sys.exit(joined["message"])
        send("421" + json.dumps(["call", bid]))
    elif packet[:3] == "431":
        [ack] = json.loads(packet[3:])
        print(f"bid: {ack['reply']['price']} coins" if ack["ok"] else f"refused: {ack['message']}", flush=True)
    elif packet.startswith('42["room:state"'):
        show("state", json.loads(packet[2:])[1]["state"])
