using System.ComponentModel.DataAnnotations;
using DroneDelivery.SampleData;
using DroneDelivery.ServiceDefaults;

namespace DroneDelivery.Package.Parcels;

/// <summary>Which page of a list a client requests.</summary>
/// <remarks>Public because the generated validation skips internal types.</remarks>
public sealed record PageRequest(int Page = 1, int PageSize = 20) : IValidatableObject
{
    public const int MaxPageSize = 100;

    public IEnumerable<ValidationResult> Validate(ValidationContext validationContext) =>
    [
        .. ValidationRules.Parameter("page", Page, "a page", 1, int.MaxValue),
        .. ValidationRules.Parameter("pageSize", PageSize, "a page size", 1, MaxPageSize),
    ];
}

/// <summary>One page of a list, and the length of the whole list.</summary>
internal sealed record ParcelPage(IReadOnlyList<Parcel> Items, int Page, int PageSize, int Total)
{
    public static ParcelPage Create(IReadOnlyCollection<Parcel> parcels, PageRequest request)
    {
        // In 64 bits: a page number near the largest int must give an empty page, not a negative start.
        var start = (request.Page - 1L) * request.PageSize;
        var items = start < parcels.Count ? parcels.Skip((int)start).Take(request.PageSize) : [];
        return new ParcelPage([.. items], request.Page, request.PageSize, parcels.Count);
    }
}
