using System.Diagnostics;
using System.Diagnostics.Metrics;
using DroneDelivery.Gateway.Plans;

namespace DroneDelivery.Gateway.Limits;

/// <summary>The metrics of plan limits: the refused requests, and whether this gateway counts the limits alone.</summary>
internal sealed class LimitsMeter
{
    public const string Name = "DroneDelivery.Gateway.Limits";

    private readonly Counter<long> _refused;

    public LimitsMeter(IMeterFactory factory, ILimits limits)
    {
        var meter = factory.Create(Name);
        _refused = meter.CreateCounter<long>(
            "gateway.limits.refused", "{request}", "Requests refused because of a limit of their key's plan.");
        meter.CreateObservableGauge(
            "gateway.limits.alone",
            () => limits.AreLocal ? 1 : 0,
            description: "1 while this gateway counts limits alone, else 0.");
    }

    public void Refused(LimitKind limit, Plan plan)
    {
        TagList tags = new() { { "limit", LimitRefusal.NameOf(limit) }, { "plan", plan.Name } };
        if (plan.Route is not null)
        {
            tags.Add("route", plan.Route);
        }

        _refused.Add(1, tags);
    }
}
