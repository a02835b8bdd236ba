using System.Text.RegularExpressions;
using k8s;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class SecretRules
{
    public static IEnumerable<string> NoSecretsInPods(Manifest manifest) =>
        from each in manifest.Workloads
        from text in (each.Container.Env ?? []).Select(variable => variable.Value).Concat(each.Container.Args ?? [])
        where text is not null
        where Regex.IsMatch(text, "AccountKey=|InstrumentationKey=|[A-Za-z0-9+/]{40,}={1,2}", RegexOptions.IgnoreCase)
        select $"{each} has a secret in its configuration.";

    /// <summary>A name with a hash changes with the content, so that pods are replaced and read the new one.</summary>
    public static IEnumerable<string> RotatedSecrets(Manifest manifest) =>
    [
        .. from each in manifest.All<V1Secret>()
           where !Regex.IsMatch(each.Metadata.Name, "-[a-z0-9]{10}$")
           select $"The secret {each.Metadata.Name} keeps its name when it changes.",
        .. from each in manifest.Workloads
           from name in SecretsOf(each)
           where manifest.Find<V1Secret>(name) is null
           select $"{each} reads the secret {name}, which does not exist.",
    ];

    public static IEnumerable<string> Namespaces(Manifest manifest) =>
    [
        .. from each in manifest.All<IKubernetesObject<V1ObjectMeta>>()
           where each is not V1Namespace && each.Metadata.NamespaceProperty != "drone-delivery"
           select $"{each.Kind} {each.Metadata.Name} is in the namespace {each.Metadata.NamespaceProperty}.",
        .. from each in manifest.All<V1Namespace>()
           where each.Metadata.Labels?.Contains(new("pod-security.kubernetes.io/enforce", "restricted")) is not true
           select "The namespace does not enforce the restricted security standard.",
    ];

    private static IEnumerable<string> SecretsOf(Workload workload) =>
    [
        .. (workload.Container.Env ?? []).Select(each => each.ValueFrom?.SecretKeyRef?.Name).OfType<string>(),
        .. (workload.Pod.Volumes ?? []).Select(each => each.Secret?.SecretName).OfType<string>(),
    ];
}
