import type * as vscode from 'vscode';

/** Returns a memento backed by a map; like the real one, it stores JSON copies. */
export function createMemento(values: Map<string, unknown>): vscode.Memento {
  return {
    keys: () => [...values.keys()],
    get: <T>(key: string, otherwise?: T) => (values.has(key) ? (values.get(key) as T) : otherwise),
    update: (key: string, value: unknown) => {
      if (value === undefined) values.delete(key);
      else values.set(key, JSON.parse(JSON.stringify(value)));
      return Promise.resolve();
    },
  };
}

/** Returns a secret storage backed by a map. */
export function createSecretStorage(values: Map<string, string>): vscode.SecretStorage {
  return {
    keys: () => Promise.resolve([...values.keys()]),
    get: key => Promise.resolve(values.get(key)),
    store: (key, value) => Promise.resolve(void values.set(key, value)),
    delete: key => Promise.resolve(void values.delete(key)),
    onDidChange: () => {
      throw new Error('No test listens to the secret storage.');
    },
  } as vscode.SecretStorage;
}
