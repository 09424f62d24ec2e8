/** What the signed attributes of a document say. */
import type { DocumentWord } from "../../api/documents";
import type { AttributeValues } from "../../keyring/contract";
import { flagIn, idsIn, numbersIn, textIn, type Item, type ItemKind } from "../item";

/** Numbered from 1 in the order in which they were signed. */
export interface DocumentVersion {
  number: number;
  fileId: string;
}

export interface DocumentFacts {
  profileIds: string[];
  topicIds: string[];
  expiresOn: string | null;
  remindDays: number[];
  noteOnly: boolean;
  versions: DocumentVersion[];
  /** Attachments, in their order. */
  fileIds: string[];
}

export type DocumentItem = Item<DocumentWord, DocumentFacts>;

export const DOCUMENT: ItemKind<DocumentFacts> = {
  kind: "document",
  factsIn: (attributes: AttributeValues) => ({
    profileIds: idsIn(attributes, "profileIds"),
    topicIds: idsIn(attributes, "topicIds"),
    expiresOn: textIn(attributes, "expiresOn"),
    remindDays: numbersIn(attributes, "remindDays"),
    noteOnly: flagIn(attributes, "noteOnly"),
    versions: idsIn(attributes, "versions").map((fileId, i) => ({ number: i + 1, fileId })),
    fileIds: idsIn(attributes, "fileIds"),
  }),
};
