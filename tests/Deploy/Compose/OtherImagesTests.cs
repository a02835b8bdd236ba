namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>Rules for the services whose images this project does not build, and mistakes that they find.</summary>
public sealed class OtherImagesTests
{
    private static readonly (string Name, string Rule, string Text, string Replacement)[] Mistakes =
    [
        ("a variable of Grafana that does not exist", "Names", "GF_SECURITY_ADMIN_PASSWORD", "GF_ADMIN_PASSWORD"),
        ("a variable of Microsoft's emulator that does not exist", "Names", "PROTOCOL:", "PROTOCOLS:"),
        ("a flag of the Collector that does not exist", "Names", "--config=", "--conf="),
        ("a port for health checks that does not exist", "HealthChecks", "13133/status", "13132/status"),
        ("a path of Grafana that does not exist", "HealthChecks", "3000/api/health", "3000/api/healthz"),
        ("a published port of nothing", "Ports", "127.0.0.1:16686:16686", "127.0.0.1:16686:16685"),
        ("a configuration outside of its mount", "MountedPaths", "--config=/etc/otelcol/", "--config=/etc/otelcol-contrib/"),
        ("a configuration of another name", "MountedPaths", "prometheus/prometheus.yml", "prometheus/prometheus.yaml"),
        ("a data folder that no volume has", "MountedPaths", "--storage.tsdb.path=/prometheus", "--storage.tsdb.path=/data"),
        ("a home dashboard that does not exist", "MountedPaths", "dashboards/services.json", "dashboards/service.json"),
        ("a home dashboard outside of its mount", "MountedPaths", "PATH: /etc/grafana/dashboards", "PATH: /etc/dashboards"),
        ("provisioning where Grafana does not read it", "UsedMounts", ":/etc/grafana/provisioning", ":/etc/grafana/provision"),
        ("a volume where Grafana does not write", "UsedMounts", "grafana-data:/var/lib/grafana", "grafana-data:/var/grafana"),
        ("dashboards where Grafana does not read them", "UsedMounts", ":/etc/grafana/dashboards", ":/etc/grafana/dashboard"),
    ];

    public static TheoryData<string> MistakeNames => [.. Mistakes.Select(each => each.Name)];

    [Fact]
    public void Services_OfTheFile_UseOnlyWhatTheirImagesHave() => Assert.Empty(OtherImages.FindFaults(ComposeFile.Read()));

    [Theory]
    [MemberData(nameof(MistakeNames))]
    public void Rules_WithAPlantedMistake_FindIt(string mistake)
    {
        var (_, rule, text, replacement) = Mistakes.Single(each => each.Name == mistake);
        var file = ComposeFile.Read(each => each.Replace(text, replacement, StringComparison.Ordinal));

        Assert.Contains(rule, OtherImages.FindFaults(file).Select(fault => fault.Rule));
    }

    [Fact]
    public void Rules_AsAWhole_HaveAMistakeForEach() =>
        Assert.Equal(OtherImages.Rules.Keys.Order(), Mistakes.Select(each => each.Rule).Distinct().Order());
}
