using DroneDelivery.Gateway.Plans;
using DroneDelivery.ServiceDefaults.Settings;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Gateway.Admin;

internal static class PlanEndpoints
{
    public static RouteGroupBuilder MapPlans(this RouteGroupBuilder admin)
    {
        admin.MapGet("/plans", GetPlans)
            .WithTags("Plans")
            .WithSummary("Shows the plans in force, and the faults of the latest change if it was rejected.");
        return admin;
    }

    private static Ok<PlansView> GetPlans(PlanCatalog plans) => TypedResults.Ok(new PlansView(plans.Settings, plans.Rejected));
}

internal sealed record PlansView(IReadOnlyDictionary<string, PlanSettings> Plans, RejectedSettings? Rejected);
