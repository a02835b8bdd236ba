using System.Text.RegularExpressions;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class PodRules
{
    /// <summary>The user of .NET images. A name would not do: the kubelet cannot tell whether it is root.</summary>
    private const long AppUser = 1654;

    /// <summary>Beyond what Delivery waits for its database at its start, which is in its environment.</summary>
    private static readonly TimeSpan MinStartTime = TimeSpan.FromSeconds(60);

    public static IEnumerable<string> NumericUser(Manifest manifest) =>
        from each in manifest.Workloads
        let user = each.Pod.SecurityContext?.RunAsUser
        where each.Pod.SecurityContext?.RunAsNonRoot is not true
            || each.Container.SecurityContext?.RunAsUser is not null
            || (each.IsOwn ? user != AppUser : user is null or < 1)
        select $"{each} runs as {user}.";

    public static IEnumerable<string> ReadOnlyRoot(Manifest manifest) =>
        from each in manifest.Workloads
        where each.Container.SecurityContext?.ReadOnlyRootFilesystem is not true || (NeedsData(each) && !Mounts(each, "/data"))
        select $"{each} can write to its image, or has no volume for what it writes.";

    public static IEnumerable<string> NoCapabilities(Manifest manifest) =>
        from each in manifest.Workloads
        let context = each.Container.SecurityContext
        where context?.AllowPrivilegeEscalation is not false
            || context.Privileged is true
            || context.Capabilities?.Drop?.Contains("ALL") is not true
            || context.Capabilities.Add is { Count: > 0 }
        select $"{each} has capabilities.";

    public static IEnumerable<string> RuntimeDefaultSeccomp(Manifest manifest) =>
        from each in manifest.Workloads
        where each.Pod.SecurityContext?.SeccompProfile?.Type != "RuntimeDefault"
            || each.Container.SecurityContext?.SeccompProfile is not null
            || each.Pod.HostNetwork is true || each.Pod.HostPID is true
        select $"{each} may use all system calls.";

    public static IEnumerable<string> NoServiceAccountToken(Manifest manifest) =>
        from each in manifest.Workloads
        where each.Pod.AutomountServiceAccountToken is not false
        select $"{each} can call the cluster's API.";

    public static IEnumerable<string> Resources(Manifest manifest) =>
        from each in manifest.Workloads
        let resources = each.Container.Resources
        where !Has(resources?.Requests, "cpu") || !Has(resources?.Requests, "memory") || !Has(resources?.Limits, "memory")
            || resources!.Limits["memory"].ToDecimal() < resources.Requests["memory"].ToDecimal()
        select $"{each} has no requests, or no limit of memory above its request.";

    public static IEnumerable<string> Probes(Manifest manifest) =>
        from each in manifest.Workloads
        where each.IsService
        let container = each.Container
        from fault in new[]
        {
            FindFault(container, container.StartupProbe, "/health/live", each.IsOwn),
            FindFault(container, container.LivenessProbe, "/health/live", each.IsOwn),
            FindFault(container, container.ReadinessProbe, "/health/ready", each.IsOwn),
            StartTime(container) < MinStartTime + DatabaseTime(container) ? "gives the program too little time to start" : null,
        }
        where fault is not null
        select $"{each}: a probe {fault}.";

    public static IEnumerable<string> FixedImages(Manifest manifest) =>
        from each in manifest.Workloads
        let tag = each.Container.Image.Split('/')[^1].Split(':').ElementAtOrDefault(1)
        where tag is null or "latest" || each.Pod.Containers.Count != 1 || each.Pod.InitContainers is not null
        select $"{each} has the image {each.Container.Image}, which may change.";

    /// <summary>Each file that a program is told to read, below a volume with files of the manifest, is one of them.</summary>
    public static IEnumerable<string> MountedFiles(Manifest manifest) =>
        from each in manifest.Workloads
        from mount in each.Container.VolumeMounts ?? []
        let volume = each.Pod.Volumes?.FirstOrDefault(volume => volume.Name == mount.Name)
        where volume?.ConfigMap is not null || volume?.Secret is not null
        from text in each.Container.Args ?? []
        from Match path in Regex.Matches(text, $@"{Regex.Escape(mount.MountPath)}/([\w.-]+)")
        let file = path.Groups[1].Value
        where volume.Secret is { } secret
            ? manifest.FindSecret(secret.SecretName, file) is null
            : manifest.Find<V1ConfigMap>(volume.ConfigMap.Name)?.Data.ContainsKey(file) is not true
        select $"{each} reads {path.Value}, which does not exist.";

    private static bool Mounts(Workload workload, string path) =>
        workload.Container.VolumeMounts?.FirstOrDefault(mount => mount.MountPath == path) is { ReadOnlyProperty: not true } mount
        && (workload.Pod.Volumes?.Any(volume => volume.Name == mount.Name && volume.EmptyDir is not null) is true
            || (workload.Owner is V1StatefulSet { Spec.VolumeClaimTemplates: { } claims }
                && claims.Any(claim => claim.Metadata.Name == mount.Name)));

    private static bool NeedsData(Workload workload) =>
        workload.Container.Args?.Any(argument => argument.Contains("/data", StringComparison.Ordinal)) is true;

    private static bool Has(IDictionary<string, ResourceQuantity>? quantities, string name) =>
        quantities is not null && quantities.TryGetValue(name, out var quantity) && quantity.ToDecimal() > 0;

    private static string? FindFault(V1Container container, V1Probe? probe, string path, bool isOwn)
    {
        if (probe is null || (probe.HttpGet?.Port ?? probe.TcpSocket?.Port) is not { } port)
        {
            return "is missing";
        }

        if (!container.Ports.Any(each => each.Name == port.Value || $"{each.ContainerPort}" == port.Value))
        {
            return $"asks the port {port.Value}, which is not declared";
        }

        // The emulator has one path for both.
        return isOwn && probe.HttpGet?.Path != path && probe.HttpGet?.Path != "/health"
            ? $"asks {probe.HttpGet?.Path} instead of {path}"
            : null;
    }

    private static TimeSpan StartTime(V1Container container) =>
        TimeSpan.FromSeconds((container.StartupProbe?.PeriodSeconds ?? 10) * (container.StartupProbe?.FailureThreshold ?? 3));

    private static TimeSpan DatabaseTime(V1Container container) =>
        container.Env?.FirstOrDefault(each => each.Name == "Cosmos__StartTimeout")?.Value is { } time
            ? TimeSpan.Parse(time, System.Globalization.CultureInfo.InvariantCulture)
            : TimeSpan.Zero;
}
