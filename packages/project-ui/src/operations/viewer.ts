/** The person viewing the page. */
export interface PageViewer {
  /** Identifies the viewer in saves and in the audit log; undefined for the person using this machine. */
  readonly id: string | undefined;
  /** True if the viewer may know that a mode exists. */
  readonly sees: (slug: string) => boolean;
  /** True if the viewer may change the modes that they see. */
  readonly mayEdit: boolean;
}

/** The person using this machine, who can read the files anyway. */
export const localViewer: PageViewer = { id: undefined, sees: () => true, mayEdit: true };
