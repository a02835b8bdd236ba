using k8s.Models;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

internal static class Selectors
{
    /// <summary>Whether the labels are selected; a selector without conditions selects all, and null none.</summary>
    public static bool Selects(this V1LabelSelector? selector, IDictionary<string, string> labels) =>
        selector is not null
        && (selector.MatchLabels ?? new Dictionary<string, string>()).All(labels.Contains)
        && (selector.MatchExpressions ?? []).All(each => Holds(each, labels));

    private static bool Holds(V1LabelSelectorRequirement each, IDictionary<string, string> labels) => each.OperatorProperty switch
    {
        "In" => labels.TryGetValue(each.Key, out var value) && each.Values.Contains(value),
        "NotIn" => !labels.TryGetValue(each.Key, out var value) || !each.Values.Contains(value),
        "Exists" => labels.ContainsKey(each.Key),
        _ => !labels.ContainsKey(each.Key),
    };
}
