import { BUDGETS } from '../../util/budgets.ts';
import * as vscode from 'vscode';
import { readTrack } from '../../flow/track/readTrack.ts';
import type { Track } from '../../flow/track/track.ts';
import { decodeFile } from '../../host/files.ts';

/** A track read from a file, with a display name. */
export interface TrackFile {
  readonly name: string;
  readonly track: Track;
}

/** Size limit, since reading a larger file would block the extension. */
const MAX_BYTES = BUDGETS.track.bytes;

/** Lets the user choose a track file; undefined on cancel. Throws an Error that names the file and the problem. */
export async function chooseTrack(title: string): Promise<TrackFile | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const [file] =
    (await vscode.window.showOpenDialog({
      title,
      openLabel: 'Open Track',
      filters: { 'GPX and GeoJSON Tracks': ['gpx', 'geojson', 'json'], 'All Files': ['*'] },
      ...(folder && { defaultUri: folder.uri }),
    })) ?? [];
  return file && readTrackFile(file);
}

/** Reads a track file. Throws an Error that names the file and the problem. */
async function readTrackFile(file: vscode.Uri): Promise<TrackFile> {
  const fileName = file.path.split('/').at(-1) ?? file.path;
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > MAX_BYTES) {
    throw new Error(
      `${fileName} is too large (${Math.round(size / 1e6)} MB). Choose a track of at most ${MAX_BYTES / 1e6} MB.`,
    );
  }
  const read = readTrack(decodeFile(file, await vscode.workspace.fs.readFile(file)));
  if ('problem' in read) throw new Error(`${fileName}: ${read.problem}`);
  return { name: read.name ?? fileName, track: read };
}
