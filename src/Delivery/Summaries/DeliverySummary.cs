using DroneDelivery.Delivery.Deliveries;

namespace DroneDelivery.Delivery.Summaries;

/// <summary>How many deliveries an owner had in one month, and how many of them came back.</summary>
internal sealed record DeliverySummary(string OwnerId, int Year, int Month, int Deliveries, int Returned)
{
    /// <summary>A month that the owner's summary does not list had none.</summary>
    public static DeliverySummary Of(OwnerMonth asked, OwnerSummary owner)
    {
        var month = owner.Months.FirstOrDefault(month => month.Year == asked.Year && month.Month == asked.Month);
        return new DeliverySummary(asked.OwnerId, asked.Year, asked.Month, month?.Deliveries ?? 0, month?.Returned ?? 0);
    }
}
