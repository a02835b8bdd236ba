using DroneDelivery.SampleData;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.DroneScheduler.Drones;

internal static class DroneEndpoints
{
    public static RouteGroupBuilder MapDrones(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/drones").WithTags("Drones");
        group.MapGet("/", GetDrones).WithSummary("Lists the drones, page by page.").ProducesValidationProblem();
        group.MapGet("/{id}", GetDrone).WithSummary("Gets one drone.").ProducesProblem(StatusCodes.Status404NotFound);

        var ofOwner = group.MapGroup("").ProducesProblem(StatusCodes.Status404NotFound).ProducesValidationProblem();
        ofOwner.MapGet("/summary", GetSummary).WithSummary("Counts the drones and hours assigned to an owner in one month.");
        ofOwner.MapGet("/assignments", GetAssignments).WithSummary("Lists the assignments of an owner in one month.");
        return group;
    }

    private static Ok<DronePage> GetDrones([AsParameters] DroneQuery query, Schedule schedule) =>
        TypedResults.Ok(DronePage.Create(schedule.Drones, query));

    private static Results<Ok<Drone>, ProblemHttpResult> GetDrone(string id, Schedule schedule) =>
        schedule.Find(id) is { } drone ? TypedResults.Ok(drone) : NotFound($"There is no drone \"{id}\".");

    private static Results<Ok<DroneSummary>, ProblemHttpResult> GetSummary([AsParameters] OwnerMonth month, Schedule schedule) =>
        schedule.FindMonth(month) is { } assignments
            ? TypedResults.Ok(DroneSummary.FromAssignments(month, assignments))
            : NoOwner(month.OwnerId);

    private static Results<Ok<IReadOnlyList<Assignment>>, ProblemHttpResult> GetAssignments(
        [AsParameters] OwnerMonth month, Schedule schedule) =>
        schedule.FindMonth(month) is { } assignments ? TypedResults.Ok(assignments) : NoOwner(month.OwnerId);

    private static ProblemHttpResult NoOwner(string ownerId) => NotFound($"There is no owner \"{ownerId}\".");

    private static ProblemHttpResult NotFound(string detail) =>
        TypedResults.Problem(detail, statusCode: StatusCodes.Status404NotFound);
}
