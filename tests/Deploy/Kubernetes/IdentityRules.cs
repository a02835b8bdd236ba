using System.Text.Json.Nodes;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class IdentityRules
{
    private const string IdentityPrefix = "azure.workload.identity/";

    private static readonly Lazy<string> LazyCredential = new(ReadCredential);

    /// <summary>A pod runs under an account of the manifest: that of its name, if there is one.</summary>
    public static IEnumerable<string> ServiceAccounts(Manifest manifest) =>
        from each in manifest.Workloads
        let account = each.Pod.ServiceAccountName
        where account is null
            ? manifest.Find<V1ServiceAccount>(each.Name) is not null
            : manifest.Find<V1ServiceAccount>(account) is null
        select $"{each} runs under the service account {account ?? "default"}.";

    /// <summary>
    /// A pod that needs a token has what AKS requires: the label, the client id at its service account, and a credential in Bicep
    /// that names its namespace and that account.
    /// </summary>
    /// <remarks>https://learn.microsoft.com/azure/aks/workload-identity-overview</remarks>
    public static IEnumerable<string> WorkloadIdentity(Manifest manifest) =>
        from each in manifest.Workloads
        where each.Container.Args?.Contains("--cosmos-identity=true") is true
        let account = manifest.Find<V1ServiceAccount>(each.Pod.ServiceAccountName ?? "default")
        let subject = $"system:serviceaccount:{each.Owner.Metadata.NamespaceProperty}:{each.Pod.ServiceAccountName}"
        where !each.Template.Metadata.Labels.Contains(new($"{IdentityPrefix}use", "true"))
            || account?.Metadata.Annotations?.ContainsKey($"{IdentityPrefix}client-id") is not true
            || subject != LazyCredential.Value
        select $"{each} gets no token of Azure: it is {subject}, and the credential is for {LazyCredential.Value}.";

    // The committed snapshot equals what Bicep deploys.
    private static string ReadCredential() =>
        (string)JsonNode.Parse(File.ReadAllText(Repository.Deploy("azure", "main.snapshot.json")))!["predictedResources"]!
            .AsArray()
            .Single(each => ((string)each!["type"]!).EndsWith("/federatedIdentityCredentials", StringComparison.Ordinal))!
            ["properties"]!["subject"]!;
}
