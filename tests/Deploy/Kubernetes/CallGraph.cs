using System.Text.RegularExpressions;
using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>Which calls network policies allow, and which docs/architecture.md and the parts of a manifest need.</summary>
internal static class CallGraph
{
    /// <summary>The calls that policies allow, as <c>gateway -> delivery:5111</c>.</summary>
    public static IEnumerable<string> Allowed(Manifest manifest)
    {
        var pods = manifest.Workloads.ToList();
        return pods.SelectMany(source => pods.SelectMany(target => Calls(manifest, source, target)))
            .Concat(pods.SelectMany(pod => CallsOutside(manifest, pod)))
            .Concat(pods.SelectMany(pod => CallsFromOutside(manifest, pod)))
            .Distinct()
            .Order(StringComparer.Ordinal);
    }

    /// <summary>The calls that the manifest needs.</summary>
    public static IEnumerable<string> Needed(Manifest manifest)
    {
        var pods = manifest.Workloads.Select(each => each.Name).ToHashSet();
        var telemetry = manifest.Workloads.Where(each => FindEnvironment(each, "OTEL_EXPORTER_OTLP_ENDPOINT") is not null);
        List<string> calls =
        [
            "users -> gateway:5080",
            .. pods.Select(pod => $"{pod} -> dns:53"),
            .. ReadArchitecture().Select(call => $"{call.From} -> {call.To}:{PortOf(manifest, call.To)}"),
            .. telemetry.Select(each => $"{each.Name} -> otel-collector:4318"),
        ];
        if (FindEnvironment(manifest.Workload("delivery"), "Cosmos__ConnectionString") is not null)
        {
            calls.Add(pods.Contains("cosmos-emulator") ? "delivery -> cosmos-emulator:8081" : "delivery -> internet:443");
        }

        if (manifest.All<V2HorizontalPodAutoscaler>().Any())
        {
            calls.AddRange(manifest.Workloads.Where(each => each.IsOwn)
                .Select(each => $"monitoring -> {each.Name}:{MetricsPort(each)}"));
        }

        if (pods.Contains("otel-collector"))
        {
            calls.Add("otel-collector -> internet:443");
        }

        if (pods.Contains("redis"))
        {
            calls.Add("gateway -> redis:6379");
        }

        if (pods.Contains("k6"))
        {
            calls.Add("k6 -> gateway:5080");
        }

        return calls.Distinct().Order(StringComparer.Ordinal);
    }

    /// <summary>The lines <c>--HTTP/2--> Delivery</c> of the drawing in docs/architecture.md: calls of the gateway.</summary>
    public static IEnumerable<(string From, string To)> ReadArchitecture() =>
        Regex.Matches(File.ReadAllText(Path.Combine(Repository.Root, "docs", "architecture.md")), @"--HTTP/2--> (\w+)")
            .Select(match => Regex.Replace(match.Groups[1].Value, "(?<=[a-z])(?=[A-Z])", "-"))
            .Select(name => ("gateway", name.ToLowerInvariant()))
            .Distinct();

    public static V1EnvVar? FindEnvironment(Workload workload, string name) =>
        workload.Container.Env?.FirstOrDefault(each => each.Name == name);

    // The port with the name http2.
    private static int? PortOf(Manifest manifest, string name) =>
        manifest.Workload(name).Container.Ports.FirstOrDefault(port => port.Name == "http2")?.ContainerPort;

    // On the admin port, if there is one.
    private static int MetricsPort(Workload workload) =>
        (workload.Container.Ports.FirstOrDefault(port => port.Name == "admin") ?? workload.Container.Ports[0]).ContainerPort;

    private static IEnumerable<string> Calls(Manifest manifest, Workload source, Workload target) =>
        from port in target.Container.Ports ?? []
        where EgressOf(manifest, source) is not { } egress || egress.Any(rule => Allows(rule.To, rule.Ports, target, port))
        where IngressOf(manifest, target) is not { } ingress
            || ingress.Any(rule => Allows(rule.FromProperty, rule.Ports, source, port))
        select $"{source.Name} -> {target.Name}:{port.ContainerPort}";

    private static IEnumerable<string> CallsOutside(Manifest manifest, Workload pod)
    {
        if (EgressOf(manifest, pod) is not { } rules)
        {
            return [$"{pod.Name} -> anywhere"];
        }

        return
            from rule in rules
            from peer in rule.To ?? [new V1NetworkPolicyPeer()]
            where peer.PodSelector is null || peer.NamespaceSelector is not null
            let target = peer switch
            {
                { NamespaceSelector: not null } => "dns",
                { IpBlock: { Cidr: "0.0.0.0/0", Except: { } except } } when except.Contains("10.0.0.0/8") => "internet",
                _ => "anywhere",
            }
            from port in rule.Ports ?? [new V1NetworkPolicyPort()]
            select $"{pod.Name} -> {target}:{port.Port?.Value}";
    }

    private static IEnumerable<string> CallsFromOutside(Manifest manifest, Workload pod)
    {
        if (IngressOf(manifest, pod) is not { } rules)
        {
            return [$"anywhere -> {pod.Name}"];
        }

        return
            from rule in rules
            from peer in rule.FromProperty ?? [new V1NetworkPolicyPeer()]
            where peer.PodSelector is null || peer.NamespaceSelector is not null
            from port in rule.Ports ?? [new V1NetworkPolicyPort()]
            let source = peer.NamespaceSelector?.MatchLabels["kubernetes.io/metadata.name"] ?? "users"
            select $"{source} -> {pod.Name}:{port.Port?.Value}";
    }

    // Null: no policy selects the pod, so that everything is allowed.
    private static List<V1NetworkPolicyEgressRule>? EgressOf(Manifest manifest, Workload pod) =>
        PoliciesOf(manifest, pod, "Egress") is { Count: > 0 } policies
            ? [.. policies.SelectMany(policy => policy.Spec.Egress ?? [])]
            : null;

    private static List<V1NetworkPolicyIngressRule>? IngressOf(Manifest manifest, Workload pod) =>
        PoliciesOf(manifest, pod, "Ingress") is { Count: > 0 } policies
            ? [.. policies.SelectMany(policy => policy.Spec.Ingress ?? [])]
            : null;

    private static List<V1NetworkPolicy> PoliciesOf(Manifest manifest, Workload pod, string type) =>
    [
        .. manifest.All<V1NetworkPolicy>().Where(policy =>
            policy.Spec.PolicyTypes.Contains(type) && policy.Spec.PodSelector.Selects(pod.Template.Metadata.Labels)),
    ];

    private static bool Allows(
        IList<V1NetworkPolicyPeer>? peers, IList<V1NetworkPolicyPort>? ports, Workload peer, V1ContainerPort port) =>
        (peers is null || peers.Any(each =>
            each.NamespaceSelector is null && each.PodSelector.Selects(peer.Template.Metadata.Labels)))
        && (ports is null || ports.Any(each => each.Port?.Value == $"{port.ContainerPort}" || each.Port?.Value == port.Name));
}
