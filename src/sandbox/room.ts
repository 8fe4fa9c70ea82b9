import type { Hono } from 'hono';
import type { Handlers } from './handler.ts';
import type { JobKind } from './jobs/job.ts';
import type { Service } from './service.ts';
import type { StepKinds } from './step.ts';

/** What one part of the sandbox brings. Rooms never import one another; they talk through events and the store. */
export interface Room {
  readonly handlers: Handlers;
  /** The kinds of work that the room leaves for later. */
  readonly jobs?: readonly JobKind<unknown>[];
  /** What carries out the methods of the action catalogue that belong to this part. */
  readonly steps?: StepKinds;
  /** Runs once, before the first request: listens to events. */
  readonly start?: (service: Service) => void;
  /** Runs before the first job, and again when all data was replaced: looks after what a crash left. */
  readonly resume?: (service: Service) => void;
  /** Pages for people, without a key, below `/pages/` and the first segment of their paths. */
  readonly pages?: (service: Service) => Hono;
}
