using DroneDelivery.Deploy.Tests.Collector;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class CollectorRules
{
    /// <summary>A Collector's configuration is consistent, and has the variables, the ports and the probes of its container.</summary>
    public static IEnumerable<string> Configuration(Manifest manifest) =>
        from each in manifest.Workloads
        where each.Container.Image.Contains("opentelemetry-collector", StringComparison.Ordinal)
        from fault in FindText(manifest, each) is { } text
            ? FindFaults(each.Container, new CollectorConfiguration(text))
            : ["It has no configuration."]
        select $"{each}: {fault}";

    private static IEnumerable<string> FindFaults(V1Container container, CollectorConfiguration configuration)
    {
        var variables = (container.Env ?? []).Select(each => each.Name).ToList();
        var ports = container.Ports.Select(each => each.ContainerPort).ToList();
        return
        [
            .. configuration.FindFaults(),
            .. configuration.Variables.Except(variables).Select(name => $"The container has no variable {name}."),
            .. variables.Except(configuration.Variables).Select(name => $"The variable {name} is not read."),
            .. configuration.Ports.Except(ports).Select(port => $"The container does not declare the port {port}."),
            .. ports.Except(configuration.Ports).Select(port => $"It does not listen on the port {port}."),
            .. from probe in new[] { container.StartupProbe, container.LivenessProbe, container.ReadinessProbe }
               let port = container.Ports.FirstOrDefault(each => IsPortOf(probe, each))
               where port is null || port.ContainerPort != configuration.HealthPort
               select $"A probe asks another port than {configuration.HealthPort}.",
        ];
    }

    private static bool IsPortOf(V1Probe? probe, V1ContainerPort port) =>
        probe?.HttpGet?.Port.Value is { } value && (value == port.Name || value == $"{port.ContainerPort}");

    // Of the flag --config, which names a file of a mounted ConfigMap.
    private static string? FindText(Manifest manifest, Workload workload)
    {
        var path = workload.Container.Args?
            .FirstOrDefault(each => each.StartsWith("--config=", StringComparison.Ordinal))?["--config=".Length..];
        var mount = workload.Container.VolumeMounts?
            .FirstOrDefault(each => path?.StartsWith($"{each.MountPath}/", StringComparison.Ordinal) is true);
        var volume = workload.Pod.Volumes?.FirstOrDefault(each => each.Name == mount?.Name);
        return volume?.ConfigMap is { } map
            && manifest.Find<V1ConfigMap>(map.Name)?.Data.TryGetValue(path![(mount!.MountPath.Length + 1)..], out var text) is true
                ? text
                : null;
    }
}
