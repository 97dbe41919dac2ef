import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver/node';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import type { JudgedDocument } from '../judgedDocument.ts';
import { addDefinitionsCommand, type DefinitionSourcesParams, type InitializationOptions } from '../protocol.ts';
import type { Session } from '../session.ts';
import { rangesTouch } from './codeActions.ts';
import { checkingCharts } from './remoteCharts.ts';

/** The code actions of commands that a client has itself, which ask before anything is fetched. */
export function clientActions(
  document: JudgedDocument,
  range: Range,
  { addsDefinitions, checksRemoteCharts }: InitializationOptions,
  session: Session,
): readonly CodeAction[] {
  return [
    ...(addsDefinitions === true ? addingDefinitions(document, range) : []),
    ...(checksRemoteCharts === true ? checkingCharts(document, range, session) : []),
  ];
}

/** For custom resources without a known definition; nothing is fetched before the user chooses a source. */
function addingDefinitions({ analysis, lines, uri }: JudgedDocument, range: Range): CodeAction[] {
  const groups = analysis.resources.flatMap(({ resource, verdicts }) => {
    const isUnknown = verdicts.length > 0 && verdicts.every(({ availability }) => availability.state === 'custom');
    const group = parseGroupVersion(resource.apiVersion)?.group ?? '';
    return isUnknown && group !== '' && rangesTouch(lines.range(resource.root), range) ? [group] : [];
  });
  return [...new Set(groups)].map((group) => {
    const title = `Add the definitions of ${group}…`;
    const asked: DefinitionSourcesParams = { group, uri };
    return {
      title,
      kind: CodeActionKind.QuickFix,
      command: { title, command: addDefinitionsCommand, arguments: [asked] },
    };
  });
}
