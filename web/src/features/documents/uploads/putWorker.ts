/**
 * The thread that sends parts: an address and bytes come in, what became of them goes out.
 *
 * It knows no key and no cookie of its own making; it sees ciphertext and addresses that were signed for it.
 */
import { put, type Put, type PutNews } from "./put";

const tell = (news: PutNews, transfer: Transferable[] = []): void => postMessage(news, { transfer });

addEventListener("message", ({ data }: MessageEvent<Put>) => put(data, tell));
tell({ ready: true });
