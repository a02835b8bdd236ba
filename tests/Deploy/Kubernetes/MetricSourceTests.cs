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
        var jobs = Yaml.Parse($"jobs:\n{Read("prometheus-values.yaml")["extraScrapeConfigs"]}")["jobs"];
        var job = Assert.Single((YamlSequenceNode)jobs);
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

    /// <summary>A command of docs/deploy.md installs each chart with its values, whose keys are those of the chart.</summary>
    /// <remarks>https://github.com/prometheus-community/helm-charts/tree/main/charts</remarks>
    [Theory]
    [InlineData(
        "prometheus",
        "prometheus-values.yaml",
        "alertmanager enabled, kube-state-metrics enabled, prometheus-node-exporter enabled, prometheus-pushgateway enabled, "
        + "extraScrapeConfigs")]
    [InlineData("prometheus-adapter", "adapter-values.yaml", "prometheus url, prometheus port, rules default, rules custom")]
    public void Values_OfEachChart_AreInTheCommandThatInstallsIt(string chart, string file, string keys)
    {
        var text = File.ReadAllText(Path.Combine(Repository.Root, "docs", "deploy.md"));
        var values = Read(file).SelectMany(each => each.Value is YamlMappingNode children
            ? children.Select(child => $"{each.Key} {child.Key}")
            : [$"{each.Key}"]);

        Assert.Matches(
            $@"\nhelm install {chart} prometheus-community/{chart} --version [\d.]+ -n monitoring "
            + $@"(--create-namespace )?\\\n  -f deploy/kubernetes/components/{Component}/{file}",
            text);
        Assert.Equal(keys, string.Join(", ", values));
    }

    /// <summary>The chart names its service after the release, which is <c>prometheus</c> too.</summary>
    [Fact]
    public void Adapter_ByItsAddress_ReadsThePrometheusOfTheOtherChart()
    {
        var prometheus = Read("adapter-values.yaml")["prometheus"];

        Assert.Equal(
            ("http://prometheus-server.monitoring.svc", "80"), ($"{prometheus["url"]}", $"{prometheus["port"]}"));
    }

    private static YamlMappingNode Read(string file) =>
        Yaml.Parse(File.ReadAllText(Repository.Deploy("kubernetes", "components", Component, file)));
}
