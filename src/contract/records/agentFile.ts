import * as z from 'zod';
import { AGENT_FILE_AUTHORS, AGENT_FILE_ZONES, UPLOAD_ZONES } from '../enumerations.ts';
import { Limits } from '../limits.ts';
import { openEnum, record, Timestamp } from '../scalars.ts';

/** Says how much of a collection of records a file has (wire facts 19). */
const CollectionStatus = record(
  {},
  {
    version: z.int(),
    completeness: z.string(),
    coverage: z.string(),
    endReached: z.boolean(),
    resumable: z.boolean(),
    records: record({}, { reported: z.number(), unit: z.string() }),
  },
);

/** A file of agents, of executions, or of the account (wire facts 19). */
export const AgentFile = record(
  { fileId: z.string(), filename: z.string() },
  {
    displayName: z.string(),
    mimeType: z.string(),
    sizeBytes: z.int(),
    zone: openEnum(AGENT_FILE_ZONES),
    createdBy: openEnum(AGENT_FILE_AUTHORS),
    enabled: z.boolean(),
    createdAt: Timestamp,
    collectionStatus: CollectionStatus,
  },
);
export type AgentFile = z.output<typeof AgentFile>;

/** The finished files, and the storage that they use (wire facts 19). */
export const AgentFiles = record(
  { files: z.array(AgentFile) },
  {
    quota: record(
      {},
      {
        usedBytes: z.number(),
        includedBytes: z.number(),
        maxBytes: z.number(),
        overageAllowed: z.boolean(),
      },
    ),
  },
);

/** The body that begins the upload of a file (wire facts 19). */
export const CreateAgentFileUpload = z.looseObject({
  filename: z.string().min(1).max(Limits.fileName),
  mimeType: z.string().min(1).max(Limits.mimeType),
  sizeBytes: z.int().min(1),
  zone: z.enum(UPLOAD_ZONES).optional(),
});

/** The address to which the bytes of a file are sent by PUT, without the key (wire facts 19). */
export const AgentFileUpload = record({ fileId: z.string(), putUrl: z.string() }, { expiresAt: Timestamp });

/** A file whose upload has ended (wire facts 19). */
export const ConfirmedAgentFile = AgentFile.extend({
  state: z.string().nullish(),
  actualSizeBytes: z.int().nullish(),
});

/** The body that changes a file of the zone `skills` (wire facts 19). */
export const UpdateAgentFile = z.looseObject({
  displayName: z.string().min(1).nullish(),
  enabled: z.boolean().optional(),
});
