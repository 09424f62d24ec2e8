import type { Word as ServersText } from "../i18n/word";
import { baseApi as api } from "./baseApi";
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    createContact: build.mutation<
      CreateContactApiResponse,
      CreateContactApiArg
    >({
      query: (queryArg) => ({
        url: `/contact/create`,
        method: "POST",
        body: queryArg.newContacts,
      }),
    }),
    deleteContacts: build.mutation<
      DeleteContactsApiResponse,
      DeleteContactsApiArg
    >({
      query: (queryArg) => ({
        url: `/contact/delete`,
        method: "POST",
        body: queryArg.binMoves,
      }),
    }),
    updateContacts: build.mutation<
      UpdateContactsApiResponse,
      UpdateContactsApiArg
    >({
      query: (queryArg) => ({
        url: `/contact/update`,
        method: "POST",
        body: queryArg.contactChanges,
      }),
    }),
    listVendors: build.query<ListVendorsApiResponse, ListVendorsApiArg>({
      query: (queryArg) => ({
        url: `/api/vendors`,
        params: {
          ids: queryArg.ids,
          states: queryArg.states,
          createdBy: queryArg.createdBy,
          updatedFrom: queryArg.updatedFrom,
          updatedTo: queryArg.updatedTo,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          since: queryArg.since,
          parts: queryArg.parts,
          sort: queryArg.sort,
          dir: queryArg.dir,
        },
      }),
    }),
    createVendor: build.mutation<CreateVendorApiResponse, CreateVendorApiArg>({
      query: (queryArg) => ({
        url: `/api/vendors`,
        method: "POST",
        body: queryArg.newVendor,
      }),
    }),
    updateVendor: build.mutation<UpdateVendorApiResponse, UpdateVendorApiArg>({
      query: (queryArg) => ({
        url: `/api/vendors/${encodeURIComponent(String(queryArg.vendorId))}`,
        method: "PUT",
        body: queryArg.vendorChange,
      }),
    }),
    deleteVendor: build.mutation<DeleteVendorApiResponse, DeleteVendorApiArg>({
      query: (queryArg) => ({
        url: `/api/vendors/${encodeURIComponent(String(queryArg.vendorId))}`,
        method: "DELETE",
        body: queryArg.optionalDelete,
        params: {
          purge: queryArg.purge,
        },
      }),
    }),
    listProfileTypes: build.query<
      ListProfileTypesApiResponse,
      ListProfileTypesApiArg
    >({
      query: () => ({ url: `/api/profile-types` }),
    }),
    archiveProfile: build.mutation<
      ArchiveProfileApiResponse,
      ArchiveProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profiles/${encodeURIComponent(String(queryArg.profileId))}/archive`,
        method: "PATCH",
        body: queryArg.profileArchiving,
      }),
    }),
    listProfiles: build.query<ListProfilesApiResponse, ListProfilesApiArg>({
      query: (queryArg) => ({
        url: `/api/profiles`,
        params: {
          ids: queryArg.ids,
          states: queryArg.states,
          createdBy: queryArg.createdBy,
          updatedFrom: queryArg.updatedFrom,
          updatedTo: queryArg.updatedTo,
          limit: queryArg.limit,
          cursor: queryArg.cursor,
          since: queryArg.since,
          parts: queryArg.parts,
          typeId: queryArg.typeId,
          groupId: queryArg.groupId,
          sort: queryArg.sort,
          dir: queryArg.dir,
        },
      }),
    }),
    createProfile: build.mutation<
      CreateProfileApiResponse,
      CreateProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profiles`,
        method: "POST",
        body: queryArg.newProfile,
      }),
    }),
    deleteProfile: build.mutation<
      DeleteProfileApiResponse,
      DeleteProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profiles/${encodeURIComponent(String(queryArg.profileId))}`,
        method: "DELETE",
        body: queryArg.optionalDelete,
        params: {
          purge: queryArg.purge,
          detach: queryArg.detach,
        },
      }),
    }),
    updateProfile: build.mutation<
      UpdateProfileApiResponse,
      UpdateProfileApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profiles/${encodeURIComponent(String(queryArg.profileId))}`,
        method: "PATCH",
        body: queryArg.profileChange,
      }),
    }),
    moveProfile: build.mutation<MoveProfileApiResponse, MoveProfileApiArg>({
      query: (queryArg) => ({
        url: `/api/profiles/${encodeURIComponent(String(queryArg.profileId))}/move`,
        method: "PATCH",
        body: queryArg.profileMove,
      }),
    }),
    createTask: build.mutation<CreateTaskApiResponse, CreateTaskApiArg>({
      query: (queryArg) => ({
        url: `/task/create`,
        method: "POST",
        body: queryArg.newTasks,
      }),
    }),
    deleteTasks: build.mutation<DeleteTasksApiResponse, DeleteTasksApiArg>({
      query: (queryArg) => ({
        url: `/task/delete`,
        method: "POST",
        body: queryArg.binMoves,
      }),
    }),
    updateTasks: build.mutation<UpdateTasksApiResponse, UpdateTasksApiArg>({
      query: (queryArg) => ({
        url: `/task/update`,
        method: "POST",
        body: queryArg.taskChanges,
      }),
    }),
    listStatuses: build.query<ListStatusesApiResponse, ListStatusesApiArg>({
      query: () => ({ url: `/api/statuses` }),
    }),
    createStatus: build.mutation<CreateStatusApiResponse, CreateStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/statuses`,
        method: "POST",
        body: queryArg.newStatus,
      }),
    }),
    updateStatus: build.mutation<UpdateStatusApiResponse, UpdateStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/statuses/${encodeURIComponent(String(queryArg.statusId))}`,
        method: "PUT",
        body: queryArg.statusBody,
      }),
    }),
    deleteStatus: build.mutation<DeleteStatusApiResponse, DeleteStatusApiArg>({
      query: (queryArg) => ({
        url: `/api/statuses/${encodeURIComponent(String(queryArg.statusId))}`,
        method: "DELETE",
        body: queryArg.statusEnd,
      }),
    }),
    listTopics: build.query<ListTopicsApiResponse, ListTopicsApiArg>({
      query: () => ({ url: `/api/topics` }),
    }),
    createTopic: build.mutation<CreateTopicApiResponse, CreateTopicApiArg>({
      query: (queryArg) => ({
        url: `/api/topics`,
        method: "POST",
        body: queryArg.newTopic,
      }),
    }),
    updateTopic: build.mutation<UpdateTopicApiResponse, UpdateTopicApiArg>({
      query: (queryArg) => ({
        url: `/api/topics/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "PUT",
        body: queryArg.entryBody,
      }),
    }),
    deleteTopic: build.mutation<DeleteTopicApiResponse, DeleteTopicApiArg>({
      query: (queryArg) => ({
        url: `/api/topics/${encodeURIComponent(String(queryArg.topicId))}`,
        method: "DELETE",
        body: queryArg.entryDeletion,
      }),
    }),
    listProfileGroups: build.query<
      ListProfileGroupsApiResponse,
      ListProfileGroupsApiArg
    >({
      query: () => ({ url: `/api/profile-groups` }),
    }),
    createProfileGroup: build.mutation<
      CreateProfileGroupApiResponse,
      CreateProfileGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-groups`,
        method: "POST",
        body: queryArg.newGroup,
      }),
    }),
    updateProfileGroup: build.mutation<
      UpdateProfileGroupApiResponse,
      UpdateProfileGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-groups/${encodeURIComponent(String(queryArg.groupId))}`,
        method: "POST",
        body: queryArg.entryBody,
      }),
    }),
    deleteProfileGroup: build.mutation<
      DeleteProfileGroupApiResponse,
      DeleteProfileGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-groups/${encodeURIComponent(String(queryArg.groupId))}`,
        method: "DELETE",
        body: queryArg.entryEnd,
      }),
    }),
    createProfileSubGroup: build.mutation<
      CreateProfileSubGroupApiResponse,
      CreateProfileSubGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-sub-groups`,
        method: "POST",
        body: queryArg.newSubGroup,
      }),
    }),
    deleteProfileSubGroup: build.mutation<
      DeleteProfileSubGroupApiResponse,
      DeleteProfileSubGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-sub-groups/${encodeURIComponent(String(queryArg.subGroupId))}`,
        method: "DELETE",
        body: queryArg.entryEnd,
      }),
    }),
    updateProfileSubGroup: build.mutation<
      UpdateProfileSubGroupApiResponse,
      UpdateProfileSubGroupApiArg
    >({
      query: (queryArg) => ({
        url: `/api/profile-sub-groups/${encodeURIComponent(String(queryArg.subGroupId))}`,
        method: "PATCH",
        body: queryArg.entryBody,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as workspaceApi };
export type CreateContactApiResponse =
  /** status 201 Document created, URL follows */ DataItem | ItemBulk;
export type CreateContactApiArg = {
  newContacts: NewContacts;
};
export type DeleteContactsApiResponse =
  /** status 200 Request fulfilled, document follows */ ItemBulk;
export type DeleteContactsApiArg = {
  binMoves: BinMoves;
};
export type UpdateContactsApiResponse =
  /** status 200 Request fulfilled, document follows */ DataItem | ItemBulk;
export type UpdateContactsApiArg = {
  contactChanges: ContactChanges;
};
export type ListVendorsApiResponse =
  /** status 200 Request fulfilled, document follows */ ItemPage;
export type ListVendorsApiArg = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
  sort?:
    ("createdAt" | "updatedAt" | null) | ("createdAt" | "updatedAt" | null);
  dir?: "asc" | "desc";
};
export type CreateVendorApiResponse = unknown;
export type CreateVendorApiArg = {
  newVendor: NewVendor;
};
export type UpdateVendorApiResponse =
  /** status 200 Request fulfilled, document follows */ DataItem;
export type UpdateVendorApiArg = {
  vendorId: string;
  vendorChange: VendorChange;
};
export type DeleteVendorApiResponse = unknown;
export type DeleteVendorApiArg = {
  vendorId: string;
  purge?: boolean;
  optionalDelete: OptionalDelete;
};
export type ListProfileTypesApiResponse =
  /** status 200 Request fulfilled, document follows */ DataListShownType;
export type ListProfileTypesApiArg = void;
export type ArchiveProfileApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type ArchiveProfileApiArg = {
  profileId: string;
  profileArchiving: ProfileArchiving;
};
export type ListProfilesApiResponse =
  /** status 200 Request fulfilled, document follows */ ProfilePage;
export type ListProfilesApiArg = {
  ids?: string[] | null;
  states?: ("active" | "archived" | "deleted")[] | null;
  createdBy?: string | null;
  updatedFrom?: string | null;
  updatedTo?: string | null;
  limit?: number | null;
  cursor?: string | null;
  since?: number | null;
  parts?:
    | ("open" | "proof" | "ids" | "all" | null)
    | ("open" | "proof" | "ids" | "all" | null);
  typeId?: string | null;
  groupId?: string | null;
  sort?:
    | ("createdAt" | "updatedAt" | "rank" | null)
    | ("createdAt" | "updatedAt" | "rank" | null);
  dir?: "asc" | "desc";
};
export type CreateProfileApiResponse = unknown;
export type CreateProfileApiArg = {
  newProfile: NewProfile;
};
export type DeleteProfileApiResponse = unknown;
export type DeleteProfileApiArg = {
  profileId: string;
  purge?: boolean;
  detach?: boolean;
  optionalDelete: OptionalDelete;
};
export type UpdateProfileApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type UpdateProfileApiArg = {
  profileId: string;
  profileChange: ProfileChange;
};
export type MoveProfileApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type MoveProfileApiArg = {
  profileId: string;
  profileMove: ProfileMove;
};
export type CreateTaskApiResponse = unknown;
export type CreateTaskApiArg = {
  newTasks: NewTasks;
};
export type DeleteTasksApiResponse =
  /** status 200 Request fulfilled, document follows */ TaskBulk;
export type DeleteTasksApiArg = {
  binMoves: BinMoves;
};
export type UpdateTasksApiResponse =
  /** status 200 Request fulfilled, document follows */ TaskBulk;
export type UpdateTasksApiArg = {
  taskChanges: TaskChanges;
};
export type ListStatusesApiResponse =
  /** status 200 Request fulfilled, document follows */ StatusList;
export type ListStatusesApiArg = void;
export type CreateStatusApiResponse = unknown;
export type CreateStatusApiArg = {
  newStatus: NewStatus;
};
export type UpdateStatusApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type UpdateStatusApiArg = {
  statusId: string;
  statusBody: StatusBody;
};
export type DeleteStatusApiResponse = unknown;
export type DeleteStatusApiArg = {
  statusId: string;
  statusEnd: StatusEnd;
};
export type ListTopicsApiResponse =
  /** status 200 Request fulfilled, document follows */ TopicPage;
export type ListTopicsApiArg = void;
export type CreateTopicApiResponse = unknown;
export type CreateTopicApiArg = {
  newTopic: NewTopic;
};
export type UpdateTopicApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type UpdateTopicApiArg = {
  topicId: string;
  entryBody: EntryBody;
};
export type DeleteTopicApiResponse = unknown;
export type DeleteTopicApiArg = {
  topicId: string;
  entryDeletion: EntryDeletion;
};
export type ListProfileGroupsApiResponse =
  /** status 200 Request fulfilled, document follows */ GroupPage;
export type ListProfileGroupsApiArg = void;
export type CreateProfileGroupApiResponse = unknown;
export type CreateProfileGroupApiArg = {
  newGroup: NewGroup;
};
export type UpdateProfileGroupApiResponse =
  /** status 200 Request fulfilled, document follows */ DataGroupItem;
export type UpdateProfileGroupApiArg = {
  groupId: string;
  entryBody: EntryBody;
};
export type DeleteProfileGroupApiResponse = unknown;
export type DeleteProfileGroupApiArg = {
  groupId: string;
  entryEnd: EntryEnd;
};
export type CreateProfileSubGroupApiResponse = unknown;
export type CreateProfileSubGroupApiArg = {
  newSubGroup: NewSubGroup;
};
export type DeleteProfileSubGroupApiResponse = unknown;
export type DeleteProfileSubGroupApiArg = {
  subGroupId: string;
  entryEnd: EntryEnd;
};
export type UpdateProfileSubGroupApiResponse =
  /** status 200 Request fulfilled, document follows */ DataRankedItem;
export type UpdateProfileSubGroupApiArg = {
  subGroupId: string;
  entryBody: EntryBody;
};
export type Wrap = {
  roleId: string;
  generation: number;
  mode: "wrap" | "seal";
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
};
export type Envelope = {
  attrs?: {
    [key: string]: string;
  };
  attrsSaltB64u?: string;
  ivB64u?: string;
  saltB64u?: string;
  dataB64u?: string;
  wraps?: Wrap[];
  statementB64u: string;
  signatureB64u: string;
};
export type Later = {
  statementB64u: string;
  signatureB64u: string;
  wraps?: Wrap[];
};
export type Word = {
  version: number;
  seq?: number;
  storedAt: string;
};
export type Item = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: Word;
};
export type DataItem = {
  data: Item;
};
export type BulkError = {
  id: string;
  code: string;
  message: ServersText;
  details: {
    [key: string]: any;
  };
};
export type ItemBulk = {
  data: Item[];
  errors: BulkError[];
};
export type FieldProblem = {
  path: string;
  rule: string;
  message: string;
};
export type ErrorDetails = {
  reason: string;
  requestId: string;
  fields?: FieldProblem[];
};
export type ErrorBody = {
  code:
    | "ok"
    | "canceled"
    | "unknown"
    | "invalid_argument"
    | "deadline_exceeded"
    | "not_found"
    | "already_exists"
    | "permission_denied"
    | "resource_exhausted"
    | "failed_precondition"
    | "aborted"
    | "out_of_range"
    | "unimplemented"
    | "internal"
    | "unavailable"
    | "data_loss"
    | "unauthenticated";
  message: string;
  details: ErrorDetails;
};
export type Envelope2 = {
  attrs: {
    [key: string]: string;
  };
  attrsSaltB64u: string;
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
  wraps: Wrap[];
  statementB64u: string;
  signatureB64u: string;
};
export type NewContact = {
  sealed: Envelope2;
  id: string;
};
export type NewContacts = {
  items?: NewContact[];
  id?: string;
  sealed?: Envelope2;
};
export type BinItem = {
  id: string;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
};
export type BinMoves = {
  items: BinItem[];
  restore?: boolean;
  purge?: boolean;
};
export type AlterContact = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id: string;
};
export type ContactChanges = {
  items?: AlterContact[];
  id?: string;
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
};
export type PageInfo = {
  limit: number;
  nextCursor?: string | null;
};
export type Sync = {
  seq: number;
  stale?: boolean | null;
};
export type ItemPage = {
  data: Item[];
  page: PageInfo;
  sync: Sync;
};
export type NewVendor = {
  sealed: Envelope2;
  id: string;
};
export type VendorChange = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id?: string | null;
};
export type OptionalDelete = {
  statementB64u?: string | null;
  signatureB64u?: string | null;
};
export type Field = {
  key: string;
  type:
    | "text"
    | "longText"
    | "number"
    | "money"
    | "date"
    | "bool"
    | "url"
    | "select"
    | "secret"
    | "link";
};
export type ShownType = {
  id: string;
  key: string;
  template: Field[];
  suggests: string[];
  rank: number;
  profileCount: number;
};
export type DataListShownType = {
  data: ShownType[];
};
export type RankedWord = {
  version: number;
  seq?: number;
  storedAt: string;
  rank: string;
};
export type RankedItem = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: RankedWord;
};
export type DataRankedItem = {
  data: RankedItem;
};
export type ProfileArchiving = {
  cascade?: boolean;
  version?: number | null;
  attrs: {
    [key: string]: string;
  };
  attrsSaltB64u: string;
  statementB64u: string;
  signatureB64u: string;
};
export type ProfilePage = {
  data: RankedItem[];
  page: PageInfo;
  sync: Sync;
};
export type NewProfile = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
};
export type ProfileChange = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id?: string | null;
};
export type ProfileMove = {
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
  version?: number | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
};
export type NewTask = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
};
export type NewTasks = {
  items?: NewTask[];
  id?: string;
  sealed?: Envelope2;
  rank?: string | null;
};
export type TaskWord = {
  version: number;
  seq?: number;
  storedAt: string;
  rank: string;
  hiddenBy?: string | null;
  occurrence: number;
  nextDueOn?: string | null;
  closedAt?: string | null;
  commentCount: number;
};
export type TaskAnswer = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: TaskWord;
};
export type TaskBulk = {
  data: TaskAnswer[];
  errors: BulkError[];
};
export type AddComment = {
  id: string;
  sealed: Envelope2;
  op: "comment.add";
};
export type ReviseComment = {
  id: string;
  sealed: Envelope2;
  op: "comment.revise";
};
export type RemoveComment = {
  id: string;
  statementB64u: string;
  signatureB64u: string;
  op: "comment.remove";
};
export type ShareComment = {
  id: string;
  wraps: Wrap[];
  statementB64u: string;
  signatureB64u: string;
  op: "comment.share";
};
export type Complete = {
  outcome?: "completed" | "cancelled";
  op: "complete";
};
export type Reopen = {
  op: "reopen";
};
export type Move = {
  rank?: string | null;
  afterId?: string | null;
  beforeId?: string | null;
  op: "rank";
};
export type AlterTask = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id: string;
  ops?: (
    | AddComment
    | ReviseComment
    | RemoveComment
    | ShareComment
    | Complete
    | Reopen
    | Move
  )[];
};
export type TaskChanges = {
  items: AlterTask[];
};
export type StatusList = {
  data: RankedItem[];
  page: PageInfo;
  sync: Sync;
  version: number;
};
export type NewStatus = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
};
export type AlsoStatus = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id: string;
};
export type StatusBody = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id?: string | null;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
  also?: AlsoStatus | null;
};
export type MovedTo = {
  attrs: {
    [key: string]: string;
  };
  attrsSaltB64u: string;
  statementB64u: string;
  signatureB64u: string;
};
export type FirstContent = {
  sealed: Envelope2;
  id: string;
};
export type StatusEnd = {
  version?: number | null;
  statementB64u: string;
  signatureB64u: string;
  moved?: MovedTo | null;
  put?: FirstContent | null;
};
export type TopicPage = {
  data: RankedItem[];
  page: PageInfo;
  sync: Sync;
  version: number;
};
export type NewTopic = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
};
export type EntryBody = {
  version?: number | null;
  sealed?: Envelope2 | null;
  attrs?: {
    [key: string]: string;
  } | null;
  attrsSaltB64u?: string | null;
  wraps?: Wrap[] | null;
  statementB64u?: string | null;
  signatureB64u?: string | null;
  id?: string | null;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
};
export type EntryDeletion = {
  version?: number | null;
  statementB64u: string;
  signatureB64u: string;
};
export type GroupWord = {
  version: number;
  seq?: number;
  storedAt: string;
  rank: string;
  profileCount?: number;
};
export type GroupItem = {
  id: string;
  sealed?: Envelope;
  later?: Later[];
  word: GroupWord;
};
export type GroupPage = {
  data: GroupItem[];
  subGroups: RankedItem[];
  page: PageInfo;
  sync: Sync;
  version: number;
};
export type NewGroup = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
};
export type DataGroupItem = {
  data: GroupItem;
};
export type EntryEnd = {
  version?: number | null;
  statementB64u: string;
  signatureB64u: string;
  moved?: MovedTo | null;
};
export type NewSubGroup = {
  sealed: Envelope2;
  id: string;
  rank?: string | null;
  beforeId?: string | null;
  afterId?: string | null;
};
export const {
  useCreateContactMutation,
  useDeleteContactsMutation,
  useUpdateContactsMutation,
  useListVendorsQuery,
  useCreateVendorMutation,
  useUpdateVendorMutation,
  useDeleteVendorMutation,
  useListProfileTypesQuery,
  useArchiveProfileMutation,
  useListProfilesQuery,
  useCreateProfileMutation,
  useDeleteProfileMutation,
  useUpdateProfileMutation,
  useMoveProfileMutation,
  useCreateTaskMutation,
  useDeleteTasksMutation,
  useUpdateTasksMutation,
  useListStatusesQuery,
  useCreateStatusMutation,
  useUpdateStatusMutation,
  useDeleteStatusMutation,
  useListTopicsQuery,
  useCreateTopicMutation,
  useUpdateTopicMutation,
  useDeleteTopicMutation,
  useListProfileGroupsQuery,
  useCreateProfileGroupMutation,
  useUpdateProfileGroupMutation,
  useDeleteProfileGroupMutation,
  useCreateProfileSubGroupMutation,
  useDeleteProfileSubGroupMutation,
  useUpdateProfileSubGroupMutation,
} = injectedRtkApi;
