using System.Text.RegularExpressions;
using k8s.Models;
using YamlDotNet.RepresentationModel;

namespace DroneDelivery.Deploy.Tests.Kubernetes;

/// <summary>The source of the metrics by which <c>autoscaling-requests</c> scales: Prometheus and its adapter.</summary>
public sealed class MetricSourceTests
{
    private const string Component = "autoscaling-requests";

    [Fact]
    public async Task Adapter_ByItsRule_ServesTheMetricsOfTheAutoscalers()
    {
        var manifest = await Manifest.LoadComponentAsync(Component);
        var rule = (YamlMappingNode)Assert.Single((YamlSequenceNode)Read("adapter-values.yaml")["rules"]["custom"]);
        var names = Regex.Match($"{rule["seriesQuery"]}", "__name__=~\"(?<names>[^\"]+)\"").Groups["names"].Value;

        Assert.Equal(
            manifest.All<V2HorizontalPodAutoscaler>()
                .SelectMany(each => each.Spec.Metrics).Select(metric => metric.Pods?.Metric.Name).OfType<string>()
                .Distinct().Order(StringComparer.Ordinal),
            names.Split('|').Order(StringComparer.Ordinal));
        Assert.Contains("namespace!=\"\",pod!=\"\"", $"{rule["seriesQuery"]}", StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prometheus_ByItsJob_ReadsThePortsThatThePoliciesAllow()
    {
        var manifest = await Manifest.LoadComponentAsync(Component);
        var job = Assert.Single((YamlSequenceNode)Read("scrape-config.yaml")["scrape_configs"]);
        var discovery = Assert.Single((YamlSequenceNode)job["kubernetes_sd_configs"]);
        var rules = ((YamlSequenceNode)job["relabel_configs"]).Cast<YamlMappingNode>().ToList();
        var labels = rules.Where(rule => rule.Children.ContainsKey("target_label"))
            .Select(rule => $"{rule["target_label"]} {Assert.Single((YamlSequenceNode)rule["source_labels"])}");
        var keep = Assert.Single(rules, rule => rule.Children.TryGetValue("action", out var action) && $"{action}" == "keep");

        var read =
            from workload in manifest.Workloads
            from port in workload.Container.Ports
            where Regex.IsMatch($"{workload.Template.Metadata.Labels["app"]};{port.Name}", $"^(?:{keep["regex"]})$")
            select $"monitoring -> {workload.Name}:{port.ContainerPort}";

        Assert.Equal(
            CallGraph.Needed(manifest).Where(call => call.StartsWith("monitoring ", StringComparison.Ordinal)),
            read.Order(StringComparer.Ordinal));
        Assert.Equal(
            ["__meta_kubernetes_pod_label_app", "__meta_kubernetes_pod_container_port_name"],
            ((YamlSequenceNode)keep["source_labels"]).Select(label => $"{label}"));
        Assert.Equal(["namespace __meta_kubernetes_namespace", "pod __meta_kubernetes_pod_name"], labels);
        Assert.Equal("drone-delivery", $"{Assert.Single((YamlSequenceNode)discovery["namespaces"]["names"])}");
    }

    private static YamlMappingNode Read(string file) =>
        Yaml.Parse(File.ReadAllText(Repository.Deploy("kubernetes", "components", Component, file)));
}
