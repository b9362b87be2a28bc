/** A request that is not done, with the status of its answer. */
export class UiRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'UiRefusal';
    this.status = status;
  }
}
