import type { Hono } from 'hono';
import type { Handlers } from './handler.ts';
import type { JobKind } from './job.ts';
import type { Service } from './service.ts';
import type { StepKinds } from './step.ts';

/** A feature of the sandbox. Features never import one another; they communicate through events and the store. */
export interface Feature {
  readonly handlers: Handlers;
  /** The kinds of background jobs of this feature. */
  readonly jobs?: readonly JobKind<unknown>[];
  /** The implementations of the action catalog's methods that belong to this feature. */
  readonly steps?: StepKinds;
  /** The implementations for trial runs, in place of steps that send something. */
  readonly trialSteps?: StepKinds;
  /** Runs once before the first request, to subscribe to events. */
  readonly start?: (service: Service) => void;
  /** Runs before the first job, and again after all data is replaced, to clean up after a crash. */
  readonly resume?: (service: Service) => void;
  /** The HTML pages of this feature, served without a key below `/pages/`. */
  readonly pages?: (service: Service) => Hono;
  /** The path below `/pages` whose request bodies are not limited, because they are read as a stream. */
  readonly streamedPath?: string;
}
