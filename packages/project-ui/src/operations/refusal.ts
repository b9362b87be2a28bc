/** A refused request, with the status of its response. */
export class UiRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'UiRefusal';
    this.status = status;
  }
}
