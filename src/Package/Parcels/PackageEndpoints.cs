using DroneDelivery.SampleData;
using DroneDelivery.ServiceDefaults.Authorization;
using Microsoft.AspNetCore.Http.HttpResults;

namespace DroneDelivery.Package.Parcels;

internal static class PackageEndpoints
{
    public static RouteGroupBuilder MapPackages(this IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/packages").WithTags("Packages").ProducesProblem(StatusCodes.Status404NotFound);
        group.MapGet("/{id}", GetPackage).WithSummary("Gets one package.");

        var ofOwner = group.MapGroup("").ProducesValidationProblem();
        ofOwner.MapGet("/", GetPackages).WithSummary("Lists an owner's packages of one month, page by page.");
        ofOwner.MapGet("/summary", GetSummary).WithSummary("Counts and weighs an owner's packages of one month.");
        return group;
    }

    private static Results<Ok<PackageSummary>, ProblemHttpResult> GetSummary(
        [AsParameters] OwnerMonth month, ParcelStore store) =>
        store.FindMonth(month) is { } parcels
            ? TypedResults.Ok(PackageSummary.FromParcels(month, parcels))
            : NoOwner(month.OwnerId);

    private static Results<Ok<Parcel>, ProblemHttpResult> GetPackage(string id, ForwardedCaller caller, ParcelStore store) =>
        store.Find(id) is { } parcel && caller.Owners.Include(parcel.OwnerId)
            ? TypedResults.Ok(parcel)
            : NotFound($"There is no package \"{id}\".");

    private static Results<Ok<ParcelPage>, ProblemHttpResult> GetPackages(
        [AsParameters] OwnerMonth month, [AsParameters] PageRequest page, ParcelStore store) =>
        store.FindMonth(month) is { } parcels ? TypedResults.Ok(ParcelPage.Create(parcels, page)) : NoOwner(month.OwnerId);

    private static ProblemHttpResult NoOwner(string ownerId) => NotFound($"There is no owner \"{ownerId}\".");

    private static ProblemHttpResult NotFound(string detail) =>
        TypedResults.Problem(detail, statusCode: StatusCodes.Status404NotFound);
}
