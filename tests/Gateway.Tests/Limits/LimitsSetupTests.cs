using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.Tests.Keys;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.DependencyInjection;

namespace DroneDelivery.Gateway.Tests.Limits;

/// <summary>What the settings of limits turn on in a gateway.</summary>
public sealed class LimitsSetupTests
{
    private const string WithoutKeys = "No request is limited: --limits needs --keys required";

    [Theory]
    [InlineData("off", typeof(LocalLimits))]
    [InlineData("local", typeof(LocalLimits))]
    [InlineData("redis", typeof(SharedLimits))]
    public async Task Mode_DecidesWhoCounts(string mode, Type expected)
    {
        using var port = new UnansweredPort();
        await using var gateway = (await TestGateway.StartAsync())
            .With("Limits:Mode", mode)
            .With("Redis:Address", $"{port.Address.Host}:{port.Address.Port}");

        var limits = gateway.Services.GetRequiredService<ILimits>();

        Assert.IsType(expected, limits);
        // A Redis that does not answer counts nothing.
        Assert.True(limits.AreLocal);
    }

    [Theory]
    [InlineData("off", false)]
    [InlineData("local", true)]
    public async Task Limits_WithoutKeys_AreWarnedOf(string mode, bool isWarned)
    {
        await using var gateway = (await TestGateway.StartAsync()).With("Limits:Mode", mode);

        await gateway.GetInvoiceAsync();

        Assert.Equal(isWarned, gateway.Warnings.Lines.Contains(WithoutKeys));
    }

    [Fact]
    public async Task Limits_WithKeys_AreNotWarnedOf()
    {
        await using var keyed = await KeyedGateway.StartAsync();
        keyed.Gateway.With("Limits:Mode", "local");

        await keyed.StatusOfAsync(null);

        Assert.DoesNotContain(WithoutKeys, keyed.Gateway.Warnings.Lines);
    }

    [Fact]
    public void Mode_Unknown_NamesTheFlagAndTheModes()
    {
        var options = new LimitsOptions { Mode = "global" };

        Assert.Equal(
            ["--limits must be off, local or redis, not \"global\"."],
            options.Validate(new ValidationContext(options)).Select(result => result.ErrorMessage));
    }
}
