/** Why a gesture cannot be done, in one sentence for the person who made it. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Refusal';
  }
}
