;;; A user's steps in Emacs with Eglot: opens a manifest, reads the diagnostic, hovers, applies the quick fix, saves.
;;; Written for Emacs 28 with Eglot 1.9 and later. KUBECOMPAT_SERVER is the server's command as JSON, KUBECOMPAT_FILE the
;;; manifest, KUBECOMPAT_RESULT the file for the results.  -*- lexical-binding: t -*-
(require 'package)
(package-initialize)
(require 'eglot)
(require 'json)

(defvar checks '())
(defvar patience (/ (string-to-number (getenv "KUBECOMPAT_WAIT_MS")) 1000))

(defun check (name right detail)
  (push `((name . ,name) (ok . ,(if right t :json-false)) (detail . ,(format "%S" detail))) checks))

(defun wait-for (what condition)
  (let ((tries (* patience 50)) found)
    (while (and (not (setq found (funcall condition))) (> tries 0))
      (accept-process-output nil 0.02)
      (setq tries (1- tries)))
    (unless found (error "timed out waiting for %s" what))
    found))

;; Emacs has a YAML mode since version 29.
(define-derived-mode manifest-mode prog-mode "YAML" (setq-local comment-start "# "))

(defun session ()
  (let ((command (append (json-parse-string (getenv "KUBECOMPAT_SERVER")) nil)))
    (add-to-list 'eglot-server-programs
                 `((manifest-mode :language-id "yaml")
                   . (,@command :initializationOptions (:targets ["1.37"])))))
  (setq eglot-sync-connect patience eglot-connect-timeout patience)
  (find-file (getenv "KUBECOMPAT_FILE"))
  (manifest-mode)
  (apply #'eglot (eglot--guess-contact))
  (let ((server (wait-for "the server" #'eglot-current-server)))
    (flymake-mode 1)
    (let ((found (wait-for "a diagnostic" (lambda () (flymake-start) (flymake-diagnostics)))))
      (check "one diagnostic" (= 1 (length found)) (mapcar #'flymake-diagnostic-text found))
      (check "at the apiVersion" (save-excursion
                                   (goto-char (flymake-diagnostic-beg (car found)))
                                   (looking-at "batch/v1beta1"))
             (flymake-diagnostic-beg (car found))))
    (goto-char (point-min))
    (search-forward "batch/v1")
    (let* ((hover (jsonrpc-request server :textDocument/hover (eglot--TextDocumentPositionParams)
                                   :timeout patience))
           (said (plist-get (plist-get hover :contents) :value)))
      (check "hovering shows the timeline" (string-match-p "| 1\\.25 | removed |" said) said)
      (check "hovering shows the finding" (string-match-p "Source:" said) said))
    (let ((index (mapcar #'car (apply #'append (mapcar (lambda (one) (if (listp (cdr one)) (cdr one) (list one)))
                                                       (eglot-imenu))))))
      (check "the outline has the resource" index index))
    (let* ((params (list :textDocument (eglot--TextDocumentIdentifier)
                         :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                         :context (list :diagnostics [] :only ["quickfix"])))
           (actions (append (jsonrpc-request server :textDocument/codeAction params :timeout patience) nil))
           (edit (plist-get (car actions) :edit)))
      (check "a quick fix" edit (mapcar (lambda (one) (plist-get one :title)) actions))
      (eglot--apply-workspace-edit edit)
      ;; Emacs sends changes when it is idle, which it never is without a terminal.
      (eglot--signal-textDocument/didChange))
    (check "the fix changed one word" (save-excursion (goto-char (point-min)) (search-forward "batch/v1 # and this" nil t))
           (buffer-string))
    (wait-for "the diagnostic to go" (lambda () (flymake-start) (null (flymake-diagnostics))))
    (save-buffer)
    (eglot-shutdown server)))

(condition-case problem
    (progn (session) (check "the session" t nil))
  (error (check "the session" nil problem)))
(with-temp-file (getenv "KUBECOMPAT_RESULT")
  (insert (json-encode `((checks . ,(vconcat (reverse checks)))))))
