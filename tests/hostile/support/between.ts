/**
 * A proxy that stands between browsers and the product. Whatever is asked for goes through it: the parts of the app and the socket
 * as they are, and what a browser may keep of them it keeps; the rest as somebody else says.
 */
import { Agent, createServer, request, type IncomingMessage, type OutgoingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface Question {
  method: string;
  url: URL;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
}

export interface Reply {
  status: number;
  headers: OutgoingHttpHeaders;
  bytes: Buffer;
}

/** What becomes of a question: null lets it through as it is. */
export type Answering = (method: string, url: URL) => ((question: Question) => Promise<Reply>) | null;

/** How a browser is told to ask here. */
export interface Looks {
  proxy: { server: string };
}

const agent = new Agent({ keepAlive: true });
/** Of one connection, and for nobody behind it. */
const OF_CONNECTION = ["connection", "proxy-connection", "keep-alive", "transfer-encoding", "content-length"];

export class Between {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(answering: Answering) {
    this.server = createServer((asked, reply) => {
      const url = new URL(asked.url ?? "");
      const answer = answering(asked.method ?? "GET", url);
      const done = answer ? answered(asked, url, reply, answer) : through(asked, url, reply);
      // The page has gone meanwhile, or the server has ended: nobody waits for this answer, or there is none.
      done.catch(() => reply.destroy());
    });
    this.server.on("connect", (asked: IncomingMessage, line: Socket, first: Buffer) => {
      const [host = "localhost", port] = (asked.url ?? "").split(":");
      const further = connect(Number(port), host, () => {
        line.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        further.write(first);
        further.pipe(line).pipe(further);
      });
      for (const [one, other] of [[line, further], [further, line]] as const) one.on("error", () => other.destroy()).on("close", () => other.destroy());
      this.keep(further);
    });
    this.server.on("connection", (line) => this.keep(line));
  }

  /** Begins to listen where nobody else does. */
  async looks(): Promise<Looks> {
    if (!this.server.listening) await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return { proxy: { server: `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}` } };
  }

  end(): void {
    this.server.close();
    for (const line of this.sockets) line.destroy();
  }

  private keep(line: Socket): void {
    this.sockets.add(line);
    line.on("close", () => this.sockets.delete(line));
  }
}

/** Asks the server itself. */
export async function fetched({ method, url, headers, bytes }: Question): Promise<Reply> {
  const answer = await asking(method, url, { ...without(headers, ["accept-encoding"]), ...(bytes.length && { "content-length": bytes.length }) }, bytes);
  return { status: answer.statusCode ?? 502, headers: without(answer.headers), bytes: await whole(answer) };
}

async function answered(asked: IncomingMessage, url: URL, reply: ServerResponse, answer: (question: Question) => Promise<Reply>): Promise<void> {
  const { status, headers, bytes } = await answer({ method: asked.method ?? "GET", url, headers: asked.headers, bytes: await whole(asked) });
  reply.writeHead(status, { ...headers, "content-length": bytes.length }).end(bytes);
}

async function through(asked: IncomingMessage, url: URL, reply: ServerResponse): Promise<void> {
  const { method = "GET", headers } = asked;
  const answer = await asking(method, url, { ...without(headers), ...(headers["content-length"] && { "content-length": headers["content-length"] }) }, await whole(asked));
  reply.writeHead(answer.statusCode ?? 502, without(answer.headers, []));
  answer.pipe(reply);
}

const asking = (method: string, { hostname, port, pathname, search }: URL, headers: OutgoingHttpHeaders, bytes: Buffer): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request({ agent, method, hostname, port, path: pathname + search, headers }, resolve).on("error", reject).end(bytes);
  });

function without(headers: OutgoingHttpHeaders, further: readonly string[] = []): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.includes(name) && !further.includes(name)));
}

async function whole(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
