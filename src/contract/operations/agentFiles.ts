import * as z from 'zod';
import { operation } from '../define.ts';
import { AGENT_FILE_ZONES } from '../enumerations.ts';
import {
  AgentFile,
  AgentFiles,
  AgentFileUpload,
  ConfirmedAgentFile,
  CreateAgentFileUpload,
  UpdateAgentFile,
} from '../records/agentFile.ts';
import { record } from '../scalars.ts';

const onFile = { params: z.object({ fileId: z.string().min(1) }) } as const;

/** Operations on the files of agents, of executions, and of the account (wire facts 19). */
export const agentFileOperations = {
  listAgentFiles: operation('GET', '/agents/files', {
    summary: 'List the files of agents and executions',
    query: z.object({ zone: z.enum(AGENT_FILE_ZONES).optional() }),
    response: { status: 200, body: AgentFiles },
  }),
  downloadAgentFile: operation('GET', '/agents/files/{fileId}/download', {
    ...onFile,
    summary: 'Download a file of an agent or an execution',
    response: { status: 302, body: 'bytes' },
  }),
  createAgentFileUpload: operation('POST', '/agents/files/upload-url', {
    summary: 'Get the URL to which a file for agents is sent',
    body: CreateAgentFileUpload,
    response: { status: 200, body: AgentFileUpload },
  }),
  confirmAgentFileUpload: operation('POST', '/agents/files/{fileId}/confirm', {
    ...onFile,
    summary: 'Make an uploaded file available to agents',
    response: { status: 200, body: ConfirmedAgentFile },
  }),
  cancelAgentFileUpload: operation('DELETE', '/agents/files/{fileId}/pending', {
    ...onFile,
    summary: 'Cancel the upload of a file for agents',
    response: { status: 200, body: record({}, { cancelled: z.boolean() }) },
  }),
  updateAgentFile: operation('PATCH', '/agents/files/{fileId}', {
    ...onFile,
    summary: 'Rename a skill of agents, or switch it on or off',
    body: UpdateAgentFile,
    response: { status: 200, body: AgentFile },
  }),
  deleteAgentFile: operation('DELETE', '/agents/files/{fileId}', {
    ...onFile,
    summary: 'Delete a file of an agent or an execution',
    response: { status: 200, body: record({}, { ok: z.boolean() }) },
  }),
} as const;
