import { l10n, Range, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import type { Counts, Severity } from './finding.ts';
import { type FindingItem, type Group, isFixable, type Node } from './findingTree.ts';

const icons: Readonly<Record<Severity, ThemeIcon>> = {
  error: new ThemeIcon('error', new ThemeColor('problemsErrorIcon.foreground')),
  warning: new ThemeIcon('warning', new ThemeColor('problemsWarningIcon.foreground')),
  information: new ThemeIcon('info', new ThemeColor('problemsInfoIcon.foreground')),
  hint: new ThemeIcon('lightbulb', new ThemeColor('problemsInfoIcon.foreground')),
};

/** The titles of codes. */
export type Titles = ReadonlyMap<string, string>;

/** The words for what nodes name. */
export interface NodeTexts {
  readonly titles: Titles;
  /** Targets by their names, as the status bar shows them. */
  readonly targets: ReadonlyMap<string, string>;
}

/** How a node is shown, and read out. */
export function treeItem(node: Node, texts: NodeTexts): TreeItem {
  const item = node.kind === 'finding' ? findingItem(node, texts.titles) : groupItem(node, texts);
  item.contextValue = isFixable(node) ? `${node.kind} fixable` : node.kind;
  return item;
}

/** `2 errors, 1 warning`; empty for none. */
export function countsText({ error, warning, information, hint }: Counts): string {
  const parts = [
    error === 0 ? '' : error === 1 ? l10n.t('1 error') : l10n.t('{0} errors', error),
    warning === 0 ? '' : warning === 1 ? l10n.t('1 warning') : l10n.t('{0} warnings', warning),
    information === 0 ? '' : information === 1 ? l10n.t('1 note') : l10n.t('{0} notes', information),
    hint === 0 ? '' : hint === 1 ? l10n.t('1 hint') : l10n.t('{0} hints', hint),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function groupItem(group: Group, { titles, targets }: NodeTexts): TreeItem {
  const title = group.kind === 'code' ? titles.get(group.name) : undefined;
  const counts = countsText(group.counts);
  // A narrow view cuts titles at their end, and would hide a number there.
  const named = (group.kind === 'target' ? targets.get(group.name) : undefined) ?? group.name;
  const label = title === undefined ? named : `${group.children.length} \u00b7 ${title}`;
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.id = group.id;
  item.description = title === undefined ? counts : group.name;
  if (group.kind === 'file') {
    const [uri] = group.files;
    if (uri !== undefined) item.resourceUri = Uri.parse(uri);
    item.iconPath = ThemeIcon.File;
  } else item.iconPath = group.kind === 'code' ? icons[group.worst] : new ThemeIcon('server-environment');
  const files = group.files.length === 1 ? l10n.t('1 file') : l10n.t('{0} files', group.files.length);
  const name = title === undefined ? group.name : `${title} (${group.name})`;
  item.tooltip = `${name}: ${counts}; ${files}`;
  item.accessibilityInformation = { label: item.tooltip };
  return item;
}

function findingItem({ id, finding, inFile }: FindingItem, titles: Titles): TreeItem {
  const { uri, file, start, end, severity, code, message, targets, resource } = finding;
  const [what = ''] = message.split('\n');
  const place = inFile ? l10n.t('line {0}', start.line + 1) : `${file}:${start.line + 1}`;
  // A narrow view shows only the beginning: the resource, as files are long.
  const [label, ...details] = [resource, place, inFile ? (titles.get(code) ?? code) : '', what].filter(
    (part) => part !== '',
  );
  const item = new TreeItem(label ?? place);
  item.id = id;
  item.description = details.join(' \u00b7 ');
  item.iconPath = icons[severity];
  item.tooltip = message;
  const selection = new Range(start.line, start.character, end.line, end.character);
  item.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [Uri.parse(uri), { selection }] };
  const at = l10n.t('{0}, line {1}', file, start.line + 1);
  const read = [severityName(severity), code, resource, what, at, targets.join(', ')];
  item.accessibilityInformation = { label: read.filter((part) => part !== '').join('; ') };
  return item;
}

function severityName(severity: Severity): string {
  switch (severity) {
    case 'error':
      return l10n.t('Error');
    case 'warning':
      return l10n.t('Warning');
    case 'information':
      return l10n.t('Information');
    case 'hint':
      return l10n.t('Hint');
  }
}
