using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>Which calls network policies allow, and which docs/architecture.md lists.</summary>
internal static class CallGraph
{
    private static readonly string[] PrivateNetworks = ["10.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"];

    private static readonly Dictionary<string, string> DnsNamespace = new() { ["kubernetes.io/metadata.name"] = "kube-system" };

    private static readonly Dictionary<string, string> DnsPod = new() { ["k8s-app"] = "kube-dns" };

    /// <summary>The calls that policies allow, as <c>gateway -> delivery:5111</c>, or <c>gateway -> dns:53/UDP</c>.</summary>
    public static IEnumerable<string> Allowed(Manifest manifest)
    {
        var pods = manifest.Workloads.ToList();
        return pods.SelectMany(source => pods.SelectMany(target => Calls(manifest, source, target)))
            .Concat(pods.SelectMany(pod => CallsOutside(manifest, pod)))
            .Concat(pods.SelectMany(pod => CallsFromOutside(manifest, pod)))
            .Distinct()
            .Order(StringComparer.Ordinal);
    }

    /// <summary>The calls of docs/architecture.md that the overlay or the components of the manifest have.</summary>
    public static IEnumerable<string> Needed(Manifest manifest) =>
        ReadArchitecture().Where(call => call.Parts.Contains("all") || call.Parts.Overlaps(manifest.Parts))
            .SelectMany(call => call.From == "every pod"
                ? manifest.Workloads.Select(each => call with { From = each.Name })
                : [call])
            .Select(call => $"{call.From} -> {call.To}:{call.Port}")
            .Order(StringComparer.Ordinal);

    /// <summary>The rows of the table of calls in docs/architecture.md.</summary>
    public static IEnumerable<Call> ReadArchitecture() =>
        from line in File.ReadLines(Path.Combine(Repository.Root, "docs", "architecture.md"))
            .SkipWhile(line => !line.StartsWith("| Caller | Called |", StringComparison.Ordinal)).Skip(2)
            .TakeWhile(line => line.StartsWith('|'))
        let cells = line.Trim('|').Split('|', StringSplitOptions.TrimEntries)
        from caller in cells[0].Split(", ")
        from port in cells[2].Split(", ")
        select new Call(caller, cells[1], port, [.. cells[4].Replace("`", "").Split(", ")]);

    public static V1EnvVar? FindEnvironment(Workload workload, string name) =>
        workload.Container.Env?.FirstOrDefault(each => each.Name == name);

    private static IEnumerable<string> Calls(Manifest manifest, Workload source, Workload target) =>
        from port in target.Container.Ports ?? []
        where EgressOf(manifest, source) is not { } egress || egress.Any(rule => Allows(rule.To, rule.Ports, target, port))
        where IngressOf(manifest, target) is not { } ingress
            || ingress.Any(rule => Allows(rule.FromProperty, rule.Ports, source, port))
        select $"{source.Name} -> {target.Name}:{Describe($"{port.ContainerPort}", null, port.Protocol)}";

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
            from port in rule.Ports ?? [new V1NetworkPolicyPort()]
            select $"{pod.Name} -> {FindOutside(peer)}:{Describe(port)}";
    }

    private static string FindOutside(V1NetworkPolicyPeer peer) => peer switch
    {
        { NamespaceSelector: { } space } when IsExactly(space, DnsNamespace) && IsExactly(peer.PodSelector, DnsPod) => "dns",
        { IpBlock: { Cidr: "0.0.0.0/0", Except: { } except } }
            when except.Order(StringComparer.Ordinal).SequenceEqual(PrivateNetworks) => "internet",
        _ => "anywhere",
    };

    private static bool IsExactly(V1LabelSelector? selector, Dictionary<string, string> labels) =>
        selector is { MatchExpressions: null, MatchLabels: { } found } && found.OrderBy(each => each.Key).SequenceEqual(labels);

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
            select $"{source} -> {pod.Name}:{Describe(port)}";
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
        && (ports is null || ports.Any(each => Allows(each, port)));

    private static bool Allows(V1NetworkPolicyPort allowed, V1ContainerPort port) =>
        ProtocolOf(allowed.Protocol) == ProtocolOf(port.Protocol)
        && (allowed.Port is not { } first
            || first.Value == port.Name
            || (int.TryParse(first.Value, out var number)
                && number <= port.ContainerPort && port.ContainerPort <= (allowed.EndPort ?? number)));

    private static string Describe(V1NetworkPolicyPort port) => Describe(port.Port?.Value, port.EndPort, port.Protocol);

    private static string Describe(string? port, int? end, string? protocol) =>
        (end is null ? port : $"{port}-{end}") + (ProtocolOf(protocol) is "TCP" ? "" : $"/{protocol}");

    // Kubernetes' default.
    private static string ProtocolOf(string? protocol) => protocol ?? "TCP";
}

/// <param name="Port">The number; with <c>/UDP</c> unless it is one of TCP.</param>
/// <param name="Parts">The overlays and components that have it; <c>all</c> for the base.</param>
internal sealed record Call(string From, string To, string Port, HashSet<string> Parts);
