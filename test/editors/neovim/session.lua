-- A user's steps in Neovim: opens a manifest, reads the diagnostic, applies the quick fix, saves. Written for Neovim
-- 0.7 and later. KUBECOMPAT_SERVER is the server's command as JSON, KUBECOMPAT_RESULT the file for the results, and
-- KUBECOMPAT_WAIT_MS the time limit for each result.
local result = { checks = {} }
local patience = tonumber(vim.env.KUBECOMPAT_WAIT_MS)

local function check(name, right, detail)
  table.insert(result.checks, { name = name, ok = right and true or false, detail = tostring(detail) })
end

local function wait(what, condition)
  assert(vim.wait(patience, condition, 20), 'timed out waiting for ' .. what)
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), '\n')
end

local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, patience) or {}) do return answer.result end
end

local function session()
  vim.bo.filetype = 'yaml'
  local root = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':h')
  local id = vim.lsp.start_client({
    name = 'kubecompat',
    cmd = vim.fn.json_decode(vim.env.KUBECOMPAT_SERVER),
    root_dir = root,
    workspace_folders = { { uri = vim.uri_from_fname(root), name = 'manifests' } },
  })
  assert(id and vim.lsp.buf_attach_client(0, id), 'the server did not start')
  local client = vim.lsp.get_client_by_id(id)
  wait('initialize', function() return client.initialized == true end)

  wait('a diagnostic', function() return #vim.diagnostic.get(0) > 0 end)
  local found = vim.diagnostic.get(0)
  check('one diagnostic', #found == 1, vim.fn.json_encode(found))
  local first = found[1]
  check('at the apiVersion', first.lnum == 1 and first.col == 12 and first.end_col == 25, vim.fn.json_encode(first))
  check('with its code', first.user_data.lsp.code == 'removed-api' and first.source == 'kubecompat', first.message)
  check('as an error', first.severity == vim.diagnostic.severity.ERROR, first.severity)

  local here = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = 1, character = 14 } }
  local said = ask('textDocument/hover', here).contents.value
  check('hovering shows the timeline', said:find('| 1.25 | removed |', 1, true) ~= nil, said)
  check('and the finding', said:find('Source:', 1, true) ~= nil, said)
  local outline = ask('textDocument/documentSymbol', here)
  check('the outline has the resource', outline[1].name == 'CronJob report', vim.fn.json_encode(outline))
  local offered = ask('textDocument/completion', here)
  -- A list that is not complete is an object.
  offered = offered.items or offered
  check('versions are offered', offered[1].label == 'batch/v1', vim.fn.json_encode(offered))

  -- An inserted line above moves the diagnostic.
  vim.api.nvim_buf_set_lines(0, 0, 0, true, { '# a line above' })
  wait('the diagnostic to move', function()
    local now = vim.diagnostic.get(0)
    return #now == 1 and now[1].lnum == 2
  end)

  vim.api.nvim_win_set_cursor(0, { 3, 14 })
  vim.ui.select = function(items, _, choose) choose(items[1], 1) end
  local diagnostics = vim.lsp.diagnostic.get_line_diagnostics(0)
  vim.lsp.buf.code_action({ context = { only = { 'quickfix' }, diagnostics = diagnostics } })
  wait('the quick fix', function() return text():match('apiVersion: batch/v1 #') ~= nil end)
  wait('the diagnostic to go', function() return #vim.diagnostic.get(0) == 0 end)
  check('the fix changed one word', text():match('^# a line above\n# Neovim reads this\napiVersion: batch/v1 # and this\n') ~= nil, text())
  vim.cmd('silent write')
end

vim.schedule(function()
  local ok, problem = pcall(session)
  check('the session', ok, problem)
  local file = assert(io.open(vim.env.KUBECOMPAT_RESULT, 'w'))
  file:write(vim.fn.json_encode(result))
  file:close()
  for _, client in ipairs(vim.lsp.get_active_clients()) do client.stop() end
  vim.wait(3000, function() return #vim.lsp.get_active_clients() == 0 end, 20)
  vim.cmd('qall!')
end)
