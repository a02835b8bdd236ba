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
                "Plans:gold:RequestPerSecond is none of the settings here: "
                    + "RequestsPerSecond, Burst, RequestsPerDay, Concurrency, IsPaying, Routes.",
            ],
            failure.Failures.Order());
    }

    [Fact]
    public void Routes_Configured_AreThoseOfEachName()
    {
        var plans = PlansOf(
            ("Plans:free:Routes:Invoices:RequestsPerDay", "5"),
            ("Plans:free:Routes:delivery-report, delivery-list:Weight", "10"));

        var routes = plans.Find("free")!.Routes!;
        Assert.Equal(["delivery-list", "delivery-report", "invoices"], routes.Keys.Order());
        Assert.Equal(new Plan("free") { Route = "invoices", RequestsPerDay = 5 }, routes["invoices"]);
        Assert.Same(routes["delivery-list"], routes["delivery-report"]);
        Assert.Equal(new Plan("free") { Route = "delivery-report,delivery-list", Weight = 10 }, routes["delivery-list"]);
        Assert.Null(plans.Find("standard")!.Routes);
    }

    [Fact]
    public void Routes_Wrong_AreAllNamedAtOnce()
    {
        var failure = Assert.Throws<OptionsValidationException>(() => PlansOf(
            ("Plans:free:Routes:nowhere:Weight", "1"), ("Plans:free:Routes:invoices:Weight", "21"),
            ("Plans:free:Routes:delivery:Burst", "0"), ("Plans:free:Routes:delivery-list,delivery:Weight", "1"),
            ("Plans:free:Routes:all-of-package:Weight", "x"), ("Plans:free:Routes:delivery-report:IsPaying", "true")));

        Assert.Equal(
            [
                "Plans:free:Routes must have each route once, not delivery 2 times.",
                "Plans:free:Routes: there is no route nowhere; there are invoices, delivery-list, delivery-report, "
                    + "delivery-summary, delivery-utilization, delivery, all-of-delivery, all-of-drone-scheduler, "
                    + "all-of-package.",
                "Plans:free:Routes:all-of-package: The input string 'x' was not in a correct format.",
                "Plans:free:Routes:delivery-report:IsPaying is none of the settings here: "
                    + "RequestsPerSecond, Burst, RequestsPerDay, Concurrency, Weight.",
                "Plans:free:Routes:delivery:Burst must be from 1 to 1000000, not 0.",
                "Plans:free:Routes:invoices:Weight must be from 1 to 20, the plan's burst or day, not 21.",
            ],
            failure.Failures.Order(StringComparer.Ordinal));
    }

    private static PlanCatalog PlansOf(params (string Key, string Value)[] settings)
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection(settings.Select(setting => KeyValuePair.Create(setting.Key, (string?)setting.Value)))
            .Build();
        using var services = new ServiceCollection().AddSingleton<IConfiguration>(configuration)
            .AddSingleton(TimeProvider.System)
            .AddLogging()
            .AddPlans()
            .BuildServiceProvider();
        return services.GetRequiredService<PlanCatalog>();
    }
}
