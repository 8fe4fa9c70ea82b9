/** A document that is changed and saved. */
interface Savable {
  /** Resolves to false if VS Code does not allow the change. */
  readonly change: () => Promise<boolean>;
  /** Resolves to false if VS Code reports the document as not saved. */
  readonly save: () => PromiseLike<boolean>;
  readonly isDirty: () => boolean;
  /** True if the changed text is on disk. */
  readonly isOnDisk: () => Promise<boolean>;
}

/** Changes a document and saves it. Resolves to what is true afterwards, whatever VS Code reports. */
export async function changeAndSave({
  change,
  save,
  isDirty,
  isOnDisk,
}: Savable): Promise<'refused' | 'saved' | 'unsaved'> {
  if (!(await change())) return 'refused';
  // VS Code can report a file as not saved, or its document as changed, that is on disk already.
  const isSaved = (await save()) || !isDirty() || (await isOnDisk());
  return isSaved ? 'saved' : 'unsaved';
}
