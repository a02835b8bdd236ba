using System.ComponentModel.DataAnnotations;
using DroneDelivery.SampleData;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.DroneScheduler.Drones;

/// <summary>The drones that a client requests, and the page of their list. Without a base: those of all bases.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record DroneQuery(string? Base = null, int Page = 1, int PageSize = 20) : IValidatableObject
{
    public const int MaxPageSize = 100;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Parameter("page", Page, "a page", 1, int.MaxValue),
        .. ValidationRules.Parameter("pageSize", PageSize, "a page size", 1, MaxPageSize),
    ];
}

/// <summary>One page of a list, and the length of the whole list.</summary>
internal sealed record DronePage(IReadOnlyList<Drone> Items, int Page, int PageSize, int Total)
{
    public static DronePage Create(IEnumerable<Drone> drones, DroneQuery query)
    {
        List<Drone> matches = [.. drones.Where(drone => query.Base is null || drone.Base == query.Base)];

        // In 64 bits: a page number near the largest int must give an empty page, not a negative start.
        var start = (query.Page - 1L) * query.PageSize;
        var items = start < matches.Count ? matches.Skip((int)start).Take(query.PageSize) : [];
        return new DronePage([.. items], query.Page, query.PageSize, matches.Count);
    }
}
