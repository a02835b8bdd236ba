using System.Net;

namespace DroneDelivery.Gateway.Tests.Backends;

public sealed class ReadinessTests
{
    [Fact]
    public async Task Readiness_OneBackendStops_StaysAndNamesItAfterASecond()
    {
        await using var gateway = await TestGateway.StartAsync();
        var first = await AskAsync(gateway, HttpStatusCode.OK);
        Assert.Contains("Healthy", first);
        Assert.Contains($"package answers at {gateway.Package.Address}", first);
        await gateway.Package.DisposeAsync();

        Assert.Contains("Healthy", await AskAsync(gateway, HttpStatusCode.OK));
        gateway.Time.Advance(TimeSpan.FromSeconds(1));
        var later = await AskAsync(gateway, HttpStatusCode.OK);

        Assert.Contains("Degraded", later);
        Assert.Contains("package does not answer", later);
        Assert.DoesNotContain("delivery does not answer", later);
    }

    [Fact]
    public async Task Readiness_NoBackendAnswers_IsLost()
    {
        await using var gateway = await TestGateway.StartAsync();
        await gateway.Delivery.DisposeAsync();
        await gateway.Package.DisposeAsync();
        await gateway.DroneScheduler.DisposeAsync();

        var text = await AskAsync(gateway, HttpStatusCode.ServiceUnavailable);

        Assert.All(["delivery", "package", "drone-scheduler"], backend => Assert.Contains($"{backend} does not answer", text));
    }

    /// <summary>So that a program that waits for new addresses can compare the text.</summary>
    [Fact]
    public async Task Readiness_SeveralAddresses_AreNamedInOrder()
    {
        await using var gateway = await TestGateway.StartAsync();
        string[] addresses =
            [.. Enumerable.Range(1, 5).Select(port => $"http://127.0.0.1:{port}").Append(gateway.Package.Address)];
        gateway.With("Backends:Package", string.Join(',', addresses.Reverse()));

        var text = await AskAsync(gateway, HttpStatusCode.OK);

        Assert.Contains($"package answers at {string.Join(" or ", addresses.Order(StringComparer.Ordinal))}", text);
    }

    private static async Task<string> AskAsync(TestGateway gateway, HttpStatusCode expected)
    {
        var cancelled = TestContext.Current.CancellationToken;
        using var response = await gateway.CreateClient().GetAsync("/health/ready", cancelled);
        Assert.Equal(expected, response.StatusCode);
        return await response.Content.ReadAsStringAsync(cancelled);
    }
}
