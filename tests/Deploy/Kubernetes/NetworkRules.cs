using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class NetworkRules
{
    public static IEnumerable<string> Services(Manifest manifest) =>
        from service in manifest.All<V1Service>()
        let pods = manifest.Workloads
            .Where(each => service.Spec.Selector.All(label => each.Template.Metadata.Labels.Contains(label)))
            .ToList()
        from port in service.Spec.Ports
        where pods.Count != 1
            || FindTarget(pods[0], port) is not { } target
            || (service.Spec.ClusterIP == "None" && target != port.Port)
        select $"{service.Metadata.Name}:{port.Port} leads to {pods.Count} workloads, or to a port that they do not have.";

    public static IEnumerable<string> HeadlessBackends(Manifest manifest) =>
        from call in CallGraph.ReadArchitecture()
        where call.From == "gateway" && call.Parts.Contains("all")
            && manifest.Find<V1Service>(call.To)?.Spec is not { ClusterIP: "None", PublishNotReadyAddresses: not true }
        select $"The gateway would get one address for all pods of {call.To}, or those of pods that are not ready.";

    public static IEnumerable<string> DenyAll(Manifest manifest) =>
        manifest.All<V1NetworkPolicy>().Any(policy =>
            policy.Spec is { PodSelector: { MatchLabels: null, MatchExpressions: null }, Ingress: null, Egress: null }
            && policy.Spec.PolicyTypes.Order().SequenceEqual(["Egress", "Ingress"]))
            ? []
            : ["No policy denies what none allows."];

    public static IEnumerable<string> Calls(Manifest manifest)
    {
        var (allowed, needed) = (CallGraph.Allowed(manifest).ToList(), CallGraph.Needed(manifest).ToList());
        return
        [
            .. allowed.Except(needed).Select(call => $"{call} is allowed and not needed."),
            .. needed.Except(allowed).Select(call => $"{call} is needed and not allowed."),
        ];
    }

    /// <summary>The port of the container to which the port of a service leads.</summary>
    public static int? FindTarget(Workload workload, V1ServicePort port) =>
        (workload.Container.Ports ?? []).FirstOrDefault(each => (port.TargetPort?.Value ?? $"{port.Port}") is var target
            && (each.Name == target || $"{each.ContainerPort}" == target))?.ContainerPort;
}
