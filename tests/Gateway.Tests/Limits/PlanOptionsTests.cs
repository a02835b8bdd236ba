using DroneDelivery.Gateway.Plans;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace DroneDelivery.Gateway.Tests.Limits;

public sealed class PlanOptionsTests
{
    [Fact]
    public void Plans_WithoutConfiguration_AreThree()
    {
        var plans = PlansOf();

        Assert.Equal("free, standard, unlimited", plans.Names);
        Assert.Equal((10d, false), (plans.Find("free")?.RequestsPerSecond, plans.Find("free")?.IsPaying));
        Assert.Equal(Plan.Unlimited, plans.Find("UNLIMITED"));
        Assert.Null(plans.Find("gold"));
    }

    [Fact]
    public void Plan_Configured_ChangesWhatIsNamedAndKeepsTheRest()
    {
        var plans = PlansOf(("Plans:Free:Burst", "7"), ("Plans:Free:RequestsPerDay", ""), ("Plans:gold:Concurrency", "3"));

        var free = plans.Find("free");
        Assert.Equal((10d, 7, null), (free?.RequestsPerSecond, free?.Burst, free?.RequestsPerDay));
        Assert.Equal(new Plan("gold") { Concurrency = 3 }, plans.Find("gold"));
        Assert.Same(free, plans.Find("FREE"));
    }

    [Fact]
    public void Plans_Wrong_AreAllNamedAtOnce()
    {
        var failure = Assert.Throws<OptionsValidationException>(() => PlansOf(
            ("Plans:free:RequestsPerSecond", "0"), ("Plans:gold:RequestsPerDay", "-1"), ("Plans:gold:Concurrency", "0"),
            ("Plans:slow:RequestsPerSecond", "0.0001"), ("Plans:slow:Burst", "1000000")));

        Assert.Equal(
            [
                "Plans:free:RequestsPerSecond must be above 0 and at most 1000000, not 0.",
                "Plans:gold:Concurrency must be at least 1, not 0.",
                "Plans:gold:RequestsPerDay must be at least 1, not -1.",
                "Plans:slow:Burst must be what comes back within 31536000 seconds, not 1000000.",
            ],
            failure.Failures.Order());
    }

    [Fact]
    public void Plans_ValueOrNameThatCannotBeRead_IsSaidAndNothingIsLeftOut()
    {
        var failure = Assert.Throws<OptionsValidationException>(() => PlansOf(
            ("Plans:free:RequestsPerSecond", "5/s"), ("Plans:free:RequestsPerDay", "100"), ("Plans:gold:RequestPerSecond", "5")));

        Assert.Equal(
            [
                "Plans:free: The input string '5/s' was not in a correct format.",
                "Plans:gold:RequestPerSecond is none of what a plan has: "
                    + "RequestsPerSecond, Burst, RequestsPerDay, Concurrency, IsPaying.",
            ],
            failure.Failures.Order());
    }

    private static PlanCatalog PlansOf(params (string Key, string Value)[] settings)
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value)))
            .Build();
        using var services = new ServiceCollection().AddSingleton<IConfiguration>(configuration)
            .AddPlans()
            .BuildServiceProvider();
        return services.GetRequiredService<PlanCatalog>();
    }
}
