using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class NginxConfigurationTests
{
    [Fact]
    public void Write_FolderWithABlank_IsInQuotesEverywhere()
    {
        const string Folder = "my runs/nginx";

        var paths = NginxConfiguration.Write(Folder, 8080, 5000, caches: true)
            .Split('\n')
            .Where(line => line.Contains(Folder, StringComparison.Ordinal))
            .ToList();

        Assert.Equal(8, paths.Count);
        Assert.All(paths, line => Assert.Contains($" \"{Folder}/", line));
    }
}
