/** A CronJob that every version since batch/v1beta1 accepts; a comment may follow the apiVersion. */
export const cronJob = (apiVersion) => `apiVersion: ${apiVersion}
kind: CronJob
metadata:
  name: report
spec:
  schedule: "0 4 * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
            - name: report
              image: registry.example/report:1
`;
